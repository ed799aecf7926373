// Tables whose columns sort by a press on their head: numbers from the largest down, names up, a
// second press the other way round, a third as they came.

import {ascending} from "d3";

import {element} from "./dom.js";

// Fills table `id`. A column is {text, title, class, value: row => number or string, cell: row =>
// cell element}; one without a value does not sort. `decorate(tr, row)` may make rows react.
export function sortableTable(id, columns, rows, decorate = () => {}) {
    const table = document.getElementById(id);
    const body = element("tbody", {}, ...rows.map(row => {
        const tr = element("tr", {}, ...columns.map(column => column.cell(row)));
        decorate(tr, row);
        return tr;
    }));
    const lines = [...body.children];
    let sorted = {column: null, down: false};

    const order = () => {
        const at = rows.map((_, i) => i);
        if (sorted.column) {
            const keys = rows.map(sorted.column.value);
            const sign = sorted.down ? -1 : 1;
            at.sort((a, b) => sign * ascending(keys[a], keys[b]) || a - b);
        }
        body.replaceChildren(...at.map(i => lines[i]));
    };
    const press = column => {
        const numbers = rows.length > 0 && typeof column.value(rows[0]) === "number";
        if (sorted.column !== column) {
            sorted = {column, down: numbers};
        } else if (sorted.down === numbers) {
            sorted = {column, down: !numbers};
        } else {
            sorted = {column: null, down: false};
        }
        heads.forEach(([head, of]) => {
            if (of.value) {
                head.setAttribute("aria-sort", sorted.column !== of ? "none"
                    : sorted.down ? "descending" : "ascending");
            }
        });
        order();
    };
    const heads = columns.map(column => {
        const head = element("th", {scope: "col", class: column.class, title: column.title,
                                    "aria-sort": column.value ? "none" : null});
        if (column.value) {
            // No <button>: browsers leave them out where paper repeats the head of a table.
            const button = element("span", {role: "button", tabindex: 0, class: "sort"},
                                   column.text);
            button.addEventListener("click", () => press(column));
            button.addEventListener("keydown", event => {
                if (event.key === "Enter" || event.key === " ") {
                    event.preventDefault();
                    press(column);
                }
            });
            head.append(button);
        } else {
            head.append(column.text);
        }
        return [head, column];
    });
    table.classList.add("sortable");
    table.replaceChildren(
        element("thead", {}, element("tr", {}, ...heads.map(([head]) => head))), body);
}
