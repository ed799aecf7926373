// The points of the page: columns of equal length, some of them keys, some metrics.

const raw = JSON.parse(document.getElementById("systole-sweep").textContent);

export const title = raw.title;
export const columns = raw.columns;                     // {name, kind, unit, better}
export const size = raw.size;
const byName = new Map(columns.map((column, i) => [column.name, {...column, values: raw.values[i]}]));

export const column = name => byName.get(name);
export const value = (name, i) => byName.get(name).values[i];
export const commands = raw.commands;

// Columns worth an axis: they hold more than one value.
export const varied = columns.filter(({name}) => {
    const {values} = byName.get(name);
    return values.some(v => v !== null && v !== values[0]);
}).map(({name}) => name);
export const keys = columns.filter(c => c.kind === "key").map(c => c.name);
export const metrics = columns.filter(c => c.kind === "metric" &&
    byName.get(c.name).values.some(v => v !== null)).map(c => c.name);

export const isNumeric = name => byName.get(name).values.every(v => v === null ||
                                                                    typeof v === "number");

// 1 where larger is worse, -1 where it is better.
export const direction = name => byName.get(name).better === "larger" ? -1 : 1;

// Distinct values of a column in their order: numbers by size, words as they come.
export function levels(name) {
    const found = [...new Set(byName.get(name).values.filter(v => v !== null))];
    return isNumeric(name) ? found.sort((a, b) => a - b) : found;
}

// Of `points`, those that no other beats in both columns.
export function front(points, x, y) {
    const [dx, dy] = [direction(x), direction(y)];
    const known = points.filter(i => value(x, i) !== null && value(y, i) !== null);
    known.sort((a, b) => dx * (value(x, a) - value(x, b)) || dy * (value(y, a) - value(y, b)));
    let best = Infinity;
    return known.filter(i => {
        const height = dy * value(y, i);
        const kept = height < best;
        best = Math.min(best, height);
        return kept;
    });
}
