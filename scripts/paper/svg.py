"""SVG by hand: axes, bars, lines; colours are classes of the page's style sheet."""

import html
import math


def num(x):
    text = f"{x:.1f}"
    return text[:-2] if text.endswith(".0") else text


def short(value):
    """1234567 -> 1.23M, for labels."""
    for limit, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit:
            return f"{value / limit:.3g}{suffix}"
    return f"{value:.3g}"


class Svg:
    def __init__(self, width, height, label):
        self.width, self.height, self.label = width, height, label
        self.parts = []

    def rect(self, x, y, w, h, kind, tip=None):
        body = f"<title>{html.escape(tip)}</title></rect>" if tip else "</rect>"
        self.parts.append(f'<rect x="{num(x)}" y="{num(y)}" width="{num(max(w, 0.3))}" height="{num(max(h, 0.3))}" '
                          f'class="{kind}">{body}')

    def line(self, x1, y1, x2, y2, kind="axis"):
        self.parts.append(f'<line x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}" class="{kind}"/>')

    def text(self, x, y, words, anchor="start", kind="", turn=None):
        turned = f' transform="rotate({turn} {num(x)} {num(y)})"' if turn is not None else ""
        self.parts.append(f'<text x="{num(x)}" y="{num(y)}" text-anchor="{anchor}" class="{kind}"{turned}>'
                          f"{html.escape(words)}</text>")

    def path(self, d, kind):
        self.parts.append(f'<path d="{d}" class="{kind}"/>')

    def boxes(self, boxes, kind):
        """Many rectangles (x, y, w, h) of one colour as one path."""
        if boxes:
            self.path("".join(f"M{num(x)} {num(y)}h{num(max(w, 0.4))}v{num(max(h, 0.4))}h-{num(max(w, 0.4))}z"
                              for x, y, w, h in boxes), kind)

    def markup(self):
        return (f'<svg viewBox="0 0 {self.width} {self.height}" style="max-width:{self.width}px" role="img" '
                f'aria-label="{html.escape(self.label)}">' + "".join(self.parts) + "</svg>")


class Scale:
    """Values to pixels; linear or logarithmic."""

    def __init__(self, low, high, start, end, log=False):
        if log:
            low, high = max(low, 1e-9), max(high, 1e-9)
        if high <= low:
            high = low * 10 if log else low + 1
        self.low, self.high, self.start, self.end, self.log = low, high, start, end, log

    def __call__(self, value):
        if self.log:
            value = max(value, self.low)
            part = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self, most=6):
        if self.log:
            first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
            step = max(1, (last - first) // most + 1)
            return [10 ** e for e in range(first, last + 1, step)]
        raw = (self.high - self.low) / most
        step = 10 ** math.floor(math.log10(raw))
        for factor in (1, 2, 5, 10):
            if step * factor >= raw:
                step *= factor
                break
        first = math.ceil(self.low / step - 1e-9)
        return [step * i for i in range(first, int(math.floor(self.high / step + 1e-9)) + 1)]


def x_axis(svg, scale, y, title, top=None, most=6):
    svg.line(scale.start, y, scale.end, y)
    ticks = scale.ticks(most)
    labels = [short(tick) for tick in ticks]
    if len(set(labels)) < len(labels):
        labels = [f"{tick:,.0f}" for tick in ticks]
    for tick, label in zip(ticks, labels):
        x = scale(tick)
        if top is not None:
            svg.line(x, top, x, y, "grid")
        svg.line(x, y, x, y + 4)
        svg.text(x, y + 15, label, "middle", "small")
    svg.text((scale.start + scale.end) / 2, y + 30, title, "middle", "small")


def y_axis(svg, scale, x, title, right=None, most=5):
    svg.line(x, scale.start, x, scale.end)
    for tick in scale.ticks(most):
        y = scale(tick)
        if right is not None:
            svg.line(x, y, right, y, "grid")
        svg.text(x - 5, y + 3.5, short(tick), "end", "small")
    svg.text(x - 42, (scale.start + scale.end) / 2, title, "middle", "small", turn=-90)


def legend(svg, x, y, names, kinds):
    for name, kind in zip(names, kinds):
        svg.rect(x, y - 9, 10, 10, kind)
        svg.text(x + 14, y, name, kind="small")
        x += 26 + 6.3 * len(name)
