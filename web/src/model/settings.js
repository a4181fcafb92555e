// Controls that stay as they were left: a slider, a box, a card that was opened.

import { load, store } from "./storage.js";

/** @param {any} element an input, or a details element */
export function keepSetting(element) {
  const details = element.tagName === "DETAILS";
  const property = details ? "open" : element.type === "checkbox" ? "checked" : "value";
  const saved = load("settings")?.[element.id];
  if (typeof saved === typeof element[property]) element[property] = saved;
  element.addEventListener(details ? "toggle" : "change", () =>
    store("settings", { ...load("settings"), [element.id]: element[property] }));
}
