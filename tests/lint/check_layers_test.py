"""Does the layer check see what it is there to see? One wrong include a case, in a tree of its own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_layers.py"


def check(files):
    """Exit status and output for a tree with the given files (path -> text)."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False
        )
        return run.returncode, run.stdout


class CheckLayers(unittest.TestCase):
    def refused(self, path, include):
        status, output = check({path: f"#pragma once\n#include {include}\n"})
        self.assertEqual(status, 1, f"{path} with {include} was accepted")
        self.assertTrue(output.startswith(f"{path}:2: "), output)

    def accepted(self, path, include):
        status, output = check({path: f"#include {include}\n"})
        self.assertEqual((status, output), (0, ""))

    def test_a_stage_may_not_include_another_stage(self):
        self.refused("sim/plan/place/a.cpp", '"sim/load/b.h"')
        self.refused("sim/report/html/a.cpp", '"sim/load/b.h"')

    def test_a_stage_may_include_what_flows_into_it(self):
        self.accepted("sim/plan/place/a.cpp", '"sim/model/b.h"')
        self.accepted("sim/time/a.cpp", '"arch/npu/b.h"')
        self.accepted("sim/report/html/a.cpp", '"sim/report/b.h"')

    def test_nothing_below_reaches_back(self):
        self.refused("sim/ir/a.h", '"sim/model/b.h"')
        self.refused("sim/core/a.h", '"sim/ir/b.h"')
        self.refused("arch/npu/a.cpp", '"sim/ir/b.h"')
        self.refused("sim/report/a.cpp", '"sim/report/html/b.h"')
        self.refused("sim/generate/a.cpp", '"sim/model/b.h"')

    def test_timing_rules_stand_apart_from_the_machine(self):
        self.refused("arch/cube/a_timing.h", '"arch/cube/a.h"')
        self.accepted("arch/cube/a.h", '"arch/cube/a_timing.h"')
        self.accepted("sim/model/a.h", '"arch/cube/a_timing.h"')
        self.refused("sim/model/a.h", '"arch/cube/a.h"')

    def test_systemc_stays_in_its_rooms(self):
        self.refused("sim/model/a.cpp", "<systemc>")
        self.refused("sim/run/a.cpp", "<systemc>")
        self.refused("arch/ddr/a_timing.cpp", "<tlm_utils/simple_target_socket.h>")
        self.accepted("arch/ddr/a.cpp", "<tlm>")
        self.accepted("sim/time/a.cpp", "<systemc>")
        self.accepted("sim/main.cpp", "<systemc>")

    def test_includes_are_rooted_at_the_repository(self):
        self.refused("sim/core/a.cpp", '"b.h"')
        self.refused("sim/core/a.cpp", '"tests/support/b.h"')

    def test_a_room_without_a_row_is_reported(self):
        status, output = check({"sim/garage/a.cpp": ""})
        self.assertEqual(status, 1)
        self.assertIn("garage", output)

    def test_the_arrows_themselves_have_no_circle(self):
        sys.path.insert(0, str(SCRIPT.parent))
        import check_layers

        self.assertEqual(check_layers.circle_among(check_layers.ALLOWED), [])
        ring = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": None}
        self.assertEqual(check_layers.circle_among(ring), ["b", "c", "b"])

    def test_an_empty_tree_is_not_a_success(self):
        self.assertEqual(check({})[0], 1)


if __name__ == "__main__":
    unittest.main()
