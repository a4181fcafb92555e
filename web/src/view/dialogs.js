// Dialogs: a question with two answers, and a form of any content.

import { h } from "./dom.js";

/**
 * Opens a dialog; resolves with the value of the button that closed it, or null. A button
 * with a `check` closes it only when that answers true: what was typed is not lost.
 * @param {string} title
 * @param {any[]} content
 * @param {{label: string, value: string, primary?: boolean, check?: () => boolean | Promise<boolean>}[]} buttons
 * @returns {Promise<string | null>}
 */
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
            onclick: async (event) => {
              event.preventDefault();
              if (check && !(await check())) return;
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
    dialog.scrollTop = 0; // the focus is on a button, which may be at the end of a long text
  });
}

/**
 * Asks for a text that `read` makes something of; one that it refuses stays in the dialog,
 * with the reason. `found` is what the last text came to.
 * @param {string} title
 * @param {{hint: string, area: HTMLTextAreaElement, refused: string, read: (text: string) => Promise<any>}} what
 * @param {{label: string, value: string, primary?: boolean}[]} buttons the primary one reads the text
 */
export async function askForText(title, { hint, area, refused, read }, buttons) {
  const problem = h("p.problem", { role: "alert" });
  let found = null;
  const check = async () => {
    try {
      found = await read(area.value);
      return true;
    } catch (error) {
      problem.textContent = `${refused}: ${error.message}`;
      return false;
    }
  };
  const choice = await ask(title, [h("p.quiet", {}, hint), area, problem],
    buttons.map((button) => (button.primary ? { ...button, check } : button)));
  return { choice, found };
}

export const confirmed = async (title, text, yes, no = "Cancel") =>
  (await ask(title, [h("p", {}, text)], [
    { label: no, value: "" },
    { label: yes, value: "yes", primary: true },
  ])) === "yes";
