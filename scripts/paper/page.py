"""The HTML page: everything in one file, no scripts, light and dark."""

import html

STYLE = """
:root{--bg:#fff;--fg:#1c2330;--soft:#5d6778;--line:#c9d0da;--grid:#e8ebf0}
@media(prefers-color-scheme:dark){:root{--bg:#14181f;--fg:#e4e8ee;--soft:#9aa5b5;--line:#475162;--grid:#262d38}}
body{margin:0 auto;max-width:1060px;padding:24px;background:var(--bg);color:var(--fg);
font:15px/1.5 system-ui,sans-serif}
h1{font-size:24px;margin:0 0 8px}h2{font-size:18px;margin:36px 0 8px}p{margin:6px 0 12px}
.note,figcaption{color:var(--soft);font-size:13.5px}
figure{margin:18px 0 30px}figcaption{margin-top:6px;max-width:900px}
figure svg{display:block;width:100%;height:auto;margin:0 0 10px;background:#fff;border-radius:6px}
.scroll{overflow-x:auto;margin:8px 0 18px}table{border-collapse:collapse;font-size:13px;white-space:nowrap}
th,td{padding:3px 9px;text-align:right;border-bottom:1px solid var(--grid)}
th{white-space:normal;vertical-align:bottom;
border-bottom:1px solid var(--line);color:var(--soft);font-weight:600}
td:first-child,th:first-child,td.words{text-align:left}
"""


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
