// Making elements, and a few words about numbers.

/** h("button.primary", {onclick, ariaLabel...}, ...children) */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (/^aria[A-Z]/.test(key)) element.setAttribute(`aria-${key.slice(4).toLowerCase()}`, value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && key !== "form") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (id) => document.getElementById(id);

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const whole = new Intl.NumberFormat("en");
export const grouped = (n) => whole.format(Math.round(n));

/** A value of a player's own unit: digits enough to tell moves apart. */
export function compact(n) {
  const size = Math.abs(n);
  if (size >= 1e9) return n.toExponential(4);
  if (size >= 1000) return whole.format(Math.round(n * 10) / 10);
  return n.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

export function duration(seconds) {
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(1)} ms`;
  return `${seconds.toFixed(2)} s`;
}

/** Offers text as a file to keep. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
