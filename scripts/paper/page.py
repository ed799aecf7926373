"""The HTML page: everything in one file, no scripts, light and dark."""

import html

STYLE = """
:root{--bg:#fff;--fg:#1c2330;--soft:#5d6778;--line:#c9d0da;--grid:#e8ebf0;--frame:#f5f7fa;--mark:#1c2330;
--c0:#3b76b8;--c1:#e0803a;--c2:#4b9e72;--c3:#a868b0;--c4:#c9a227;--c5:#5bb5c4;--c6:#c2556b;--c7:#8a92a0;
--h0:#f2d16b;--h1:#eeb45f;--h2:#e5925c;--h3:#d67066;--h4:#bb5a7c;--h5:#985090;--h6:#7050a0;--h7:#4a55a8}
@media(prefers-color-scheme:dark){:root{--bg:#14181f;--fg:#e4e8ee;--soft:#9aa5b5;--line:#475162;--grid:#262d38;
--frame:#1a2029;--mark:#f2f4f7;--c0:#6aa3de;--c1:#ef9a5c;--c2:#6cc295;--c3:#c792cf;--c4:#dfbe55;--c5:#7fd0dd;
--c6:#e07f93;--c7:#a3abb8}}
body{margin:0 auto;max-width:1060px;padding:24px;background:var(--bg);color:var(--fg);
font:15px/1.5 system-ui,sans-serif}
h1{font-size:24px;margin:0 0 8px}h2{font-size:18px;margin:36px 0 8px}p{margin:6px 0 12px}
.note,figcaption{color:var(--soft);font-size:13.5px}
figure{margin:18px 0 30px}figcaption{margin-top:6px;max-width:900px}
svg{display:block;width:100%;height:auto;margin:0 0 10px}svg text{fill:var(--fg);font:12px system-ui,sans-serif}
svg .small{font-size:11px}svg .strong{font-weight:600}
svg .axis{stroke:var(--line)}svg .whisker{stroke:var(--soft)}
svg .grid{stroke:var(--grid)}svg .mark{stroke:var(--mark);stroke-width:1.6}
svg .frame{fill:var(--frame);stroke:var(--line);stroke-width:.5}
svg .edge{stroke:var(--bg);stroke-width:.4}svg .line{fill:none;stroke-width:1.8}
svg text.onlight{fill:#1c2330}svg text.ondark{fill:#fff}
.scroll{overflow-x:auto;margin:8px 0 18px}table{border-collapse:collapse;font-size:13px;white-space:nowrap}
th,td{padding:3px 9px;text-align:right;border-bottom:1px solid var(--grid)}
th{white-space:normal;vertical-align:bottom;
border-bottom:1px solid var(--line);color:var(--soft);font-weight:600}
td:first-child,th:first-child,td.words{text-align:left}
""" + "".join(f"svg .c{i}{{fill:var(--c{i})}}svg .l{i}{{stroke:var(--c{i})}}svg .h{i}{{fill:var(--h{i})}}"
              for i in range(8))


class Page:
    def __init__(self, title):
        self.title = title
        self.parts = []

    def heading(self, words):
        self.parts.append(f"<h2>{html.escape(words)}</h2>")

    def text(self, words, kind=""):
        self.parts.append(f'<p class="{kind}">{html.escape(words)}</p>')

    def table(self, table):
        head, rows = table
        cells = "".join(f"<th>{html.escape(c)}</th>" for c in head)
        self.parts.append(f'<div class="scroll"><table><tr>{cells}</tr>')
        for row in rows:
            self.parts.append("<tr>" + "".join(
                f'<td{"" if c[:1].isdigit() or c[:1] in "-+" else " class=words"}>{html.escape(c)}</td>'
                for c in row) + "</tr>")
        self.parts.append("</table></div>")

    def figure(self, drawings, caption):
        self.parts.append("<figure>" + "".join(drawings) + f"<figcaption>{html.escape(caption)}</figcaption></figure>")

    def markup(self):
        return ('<!doctype html><html lang="en"><head><meta charset="utf-8">'
                '<meta name="viewport" content="width=device-width,initial-scale=1">'
                '<meta name="color-scheme" content="light dark">'
                f"<title>{html.escape(self.title)}</title><style>{STYLE}</style></head><body>"
                f"<h1>{html.escape(self.title)}</h1>" + "\n".join(self.parts) + "</body></html>\n")
