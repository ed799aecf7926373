// Paper: light, of one width, known before the browser lays the page out for it. The class makes
// the style sheet say so, then whoever draws to measure draws again.

const callbacks = [];

export const paper = {on: false};

// Calls back when the page turns to paper and when it turns back.
export function onPrint(callback) {
    callbacks.push(callback);
}

for (const [event, on] of [["beforeprint", true], ["afterprint", false]]) {
    window.addEventListener(event, () => {
        paper.on = on;
        document.documentElement.classList.toggle("printing", on);
        callbacks.forEach(callback => callback());
    });
}
