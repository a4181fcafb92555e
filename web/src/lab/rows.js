// Tables that change under the reader's eyes: rows are kept by a key and only what
// differs is written, so that focus, selection and scrolling stay where they are.

import { h } from "../view/dom.js";

/** Writes a cell: text, or an element that is made once and then told. */
function write(cell, value) {
  if (value?.make) {
    if (!cell.firstElementChild) cell.replaceChildren(value.make());
    value.tell(cell.firstElementChild);
  } else if (cell.textContent !== String(value ?? "")) {
    cell.textContent = value ?? "";
  }
}

/** items -> rows of `body`. key(item); cells(item): values; the first is the row's head. */
export function renewRows(body, items, key, cells, dress = (_row, _item) => {}) {
  const known = new Map([...body.rows].map((row) => [row.dataset.key, row]));
  const focused = /** @type {any} */ (body.contains(document.activeElement) ? document.activeElement : null);
  const rows = items.map((item) => {
    const name = String(key(item));
    const values = cells(item);
    const row = known.get(name) ?? h("tr", {}, ...values.map((_, i) => (i ? h("td") : h("th", { scope: "row" }))));
    row.dataset.key = name;
    values.forEach((value, i) => write(row.cells[i], value));
    dress(row, item);
    known.delete(name);
    return row;
  });
  for (const row of known.values()) row.remove();
  rows.forEach((row, i) => body.rows[i] !== row && body.insertBefore(row, body.rows[i] ?? null));
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

/** Marks the tables that are wider than their card: the style says so on a phone. */
export function markWide() {
  for (const scroll of document.querySelectorAll(".scroll")) scroll.classList.toggle("wide", scroll.scrollWidth > scroll.clientWidth + 1);
}
