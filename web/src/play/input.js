// Keys and swipes become directions and commands.

const KEYS = {
  ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left",
  w: "up", d: "right", s: "down", a: "left",
  k: "up", l: "right", j: "down", h: "left",
};

// Where a key means something of its own: text, and controls that a person went to with
// the keyboard. One that was used with the mouse gives the keys back to the game.
const OWN_KEYS = 'input:not([type="checkbox"]), select, textarea, dialog, [contenteditable]';

function typing(target) {
  return target.closest?.(OWN_KEYS);
}

/** A control used by mouse or finger is left again, so that the arrow keys move tiles. */
export function giveKeysBack() {
  let pointer = false;
  let byPointer = null;
  addEventListener("pointerdown", () => (pointer = true), true);
  addEventListener("keydown", () => (pointer = false), true);
  document.addEventListener("focusin", ({ target }) => (byPointer = pointer ? target : null));
  const leave = (target) => {
    if (document.activeElement === target && !target.closest("dialog")) target.blur();
  };
  document.addEventListener("change", (/** @type {any} */ { target }) => {
    if ((pointer || byPointer === target) && target.matches('select, input[type="range"], input[type="checkbox"]')) leave(target);
  });
  document.addEventListener("click", (/** @type {any} */ event) => {
    const control = event.target.closest?.("button, summary");
    if (control && event.detail > 0) leave(control);
  });
}

/** `commands`: {direction(d), key(name)}; both tell whether they used it. */
export function listenToKeys(commands) {
  document.addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    // Whoever came to a control with the keyboard goes back to the game with it.
    if (event.key === "Escape") event.target.blur?.();
    if (typing(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey) {
      if (key === "z" && commands.key(event.shiftKey ? "redo" : "undo")) event.preventDefault();
      if (key === "y" && commands.key("redo")) event.preventDefault();
      return;
    }
    if (event.target.closest?.('[role="tablist"]') && ["ArrowLeft", "ArrowRight"].includes(key)) return;
    const direction = KEYS[key];
    if (direction) {
      if (commands.direction(direction)) event.preventDefault();
      return;
    }
    // A focused button keeps its own space and enter.
    if ((key === " " || key === "Enter") && event.target.closest?.("button, summary, a")) return;
    const name = { " ": "toggle", u: "undo", r: "redo", "?": "help", i: "hint", n: "new", ".": "step" }[key];
    if (name && commands.key(name)) event.preventDefault();
  });
}

/**
 * Swipes of a finger, pen or mouse on an element, controls left out. Where the style
 * leaves up and down to scrolling, left and right still count.
 */
export function listenToSwipes(element, direction) {
  let from = null;
  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.target.closest("button, select, input, a, summary, #ending")) return;
    from = { x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (!from || !event.isPrimary) return;
    const x = event.clientX - from.x;
    const y = event.clientY - from.y;
    if (Math.max(Math.abs(x), Math.abs(y)) < 24) return;
    from = null;
    direction(Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up");
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (from = null));
}
