// Dialogs: a question with two answers, and a form of any content.

import { h } from "./dom.js";

/** Opens a dialog; resolves with the value of the button that closed it, or null. */
export function ask(title, content, buttons) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { ariaLabel: title },
      h("form", { method: "dialog" },
        h("h2", {}, title),
        ...content,
        h("div.row.end", {}, ...buttons.map(({ label, value, primary, check }) =>
          h(primary ? "button.primary" : "button", {
            type: primary ? "submit" : "button",
            value,
            onclick: (event) => {
              event.preventDefault();
              if (check && !check()) return;
              dialog.close(value);
            },
          }, label))),
      ));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const confirmed = async (title, text, yes) =>
  (await ask(title, [h("p", {}, text)], [
    { label: "Cancel", value: "" },
    { label: yes, value: "yes", primary: true },
  ])) === "yes";
