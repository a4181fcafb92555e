// Bytes as text, seven bits a character: a sixth longer than the bytes where base64 is a
// third, so that the page has room for more of the network. Three of the 128 characters
// cannot stand in an HTML script element as they are, and have others in their place.

const STANDS_FOR = { 0: 0xa1, 13: 0xa2, 60: 0xa3 }; // no character, the return, the "<"

/** @param {Uint8Array} bytes */
export function sevensFrom(bytes) {
  const units = new Uint16Array(Math.ceil((bytes.length * 8) / 7));
  let held = 0, bits = 0, at = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 7; held &= (1 << bits) - 1) units[at++] = held >> (bits -= 7);
  }
  if (bits) units[at++] = held << (7 - bits);
  return Array.from(units, (unit) => String.fromCharCode(STANDS_FOR[unit] ?? unit)).join("");
}

/** @param {string} text */
export function bytesFromSevens(text) {
  const back = new Map(Object.entries(STANDS_FOR).map(([unit, code]) => [code, Number(unit)]));
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  let held = 0, bits = 0, at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    held = (held << 7) | (code < 128 ? code : back.get(code));
    bits += 7;
    if (bits < 8) continue;
    bytes[at++] = held >> (bits -= 8);
    held &= (1 << bits) - 1;
  }
  return bytes;
}
