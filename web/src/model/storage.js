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
