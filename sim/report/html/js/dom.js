// Elements of the page: made, filled in, and the cells that its tables share.

import {integer, percent} from "./format.js";

// element("td", {class: "n"}, "text", child, ...): text is always text, never markup.
export function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (value === true) {
            node.setAttribute(name, "");
        } else if (value !== false && value !== null && value !== undefined) {
            node.setAttribute(name, value);
        }
    }
    node.append(...children.filter(child => child !== null && child !== undefined));
    return node;
}

export function fill(id, ...children) {
    document.getElementById(id).replaceChildren(...children);
}

// A cell with an integer and, below it, its share of a whole.
export function number(value, share) {
    return element("td", {class: "n"}, integer(value),
                   share === undefined ? null : element("small", {}, percent(share)));
}

// A table's head of column names: "text" or numeric("text", "what it means").
export function headRow(...names) {
    return element("thead", {}, element("tr", {}, ...names.map(name => typeof name === "string"
        ? element("th", {scope: "col"}, name)
        : element("th", {scope: "col", class: name.class, title: name.title}, name.text))));
}

export function numeric(text, title) {
    return {text, title, class: "n"};
}
