// What outlives a reload: localStorage, or memory where that is missing,
// forbidden or full. Nothing here ever throws.

const memory = new Map();
let complaint = null;

function complain(text) {
  if (complaint) complaint(text);
  complaint = null; // once is enough
}

/** `listener` is told, once, that nothing will be kept. */
export function onStorageTrouble(listener) {
  complaint = listener;
}

export function load(key) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(`laatta.${key}`);
    return text == null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * What this tab wrote as it went away. A browser may read localStorage for the next page
 * before the last page's writing has got there; what belongs to the tab is in order.
 */
export function loadParting(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`laatta.${key}`));
  } catch {
    return null;
  }
}

/** Writes for the next page of this tab, besides `store`. */
export function storeParting(key, value) {
  try {
    sessionStorage.setItem(`laatta.${key}`, JSON.stringify(value));
  } catch {
    // then what is stored has to do
  }
}

export function store(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`laatta.${key}`, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
    complain("The browser keeps nothing for this page: your game lasts until you close it.");
  }
}
