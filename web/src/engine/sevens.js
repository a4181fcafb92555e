// Bytes as text, seven bits a character: a seventh longer than the bytes where base64 is a
// third, so that the page has room for more of the network. Three of the 128 characters
// cannot stand in an HTML script element as they are. So every block of them is turned by a
// key, its first character, under which it has none of the three, or as few as possible;
// those have characters of two bytes in their place.

const STANDS_FOR = { 0: 0xa1, 13: 0xa2, 60: 0xa3 }; // no character, the return, the "<"
const BLOCK = 176; // units that a key is for: a multiple of eight, which are seven bytes

/** The key that needs the fewest places, of those that can stand as they are. */
function keyFor(units) {
  const often = new Uint16Array(128);
  for (const unit of units) often[unit]++;
  let best = 1, fewest = Infinity;
  for (let key = 1; key < 128; key++) {
    const places = often[key] + often[key ^ 13] + often[key ^ 60];
    if (key in STANDS_FOR || places >= fewest) continue;
    best = key;
    fewest = places;
  }
  return best;
}

/** @param {Uint8Array} bytes */
export function sevensFrom(bytes) {
  const units = new Uint8Array(Math.ceil((bytes.length * 8) / 7));
  let held = 0, bits = 0, at = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 7; held &= (1 << bits) - 1) units[at++] = held >> (bits -= 7);
  }
  if (bits) units[at++] = held << (7 - bits);
  const parts = [];
  for (let from = 0; from < units.length; from += BLOCK) {
    const block = units.subarray(from, from + BLOCK);
    const key = keyFor(block);
    parts.push(String.fromCharCode(key, ...Array.from(block, (unit) => STANDS_FOR[unit ^ key] ?? unit ^ key)));
  }
  return parts.join("");
}

/** @param {string} text */
export function bytesFromSevens(text) {
  const plain = new Uint8Array(256).map((_, code) => code);
  for (const [unit, code] of Object.entries(STANDS_FOR)) plain[code] = Number(unit);
  const blocks = Math.ceil(text.length / (BLOCK + 1));
  const bytes = new Uint8Array(Math.ceil((blocks * BLOCK * 7) / 8));
  let at = 0;
  for (let from = 0; from < text.length; from += BLOCK + 1) {
    const key = text.charCodeAt(from);
    const end = from + BLOCK + 1;
    const unit = (i) => plain[text.charCodeAt(i)] ^ key; // past the end of the text: whatever
    // Eight units are seven bytes, in two halves.
    for (let i = from + 1; i < end; i += 8) {
      const high = (unit(i) << 21) | (unit(i + 1) << 14) | (unit(i + 2) << 7) | unit(i + 3);
      const low = (unit(i + 4) << 21) | (unit(i + 5) << 14) | (unit(i + 6) << 7) | unit(i + 7);
      bytes[at++] = high >> 20;
      bytes[at++] = high >> 12;
      bytes[at++] = high >> 4;
      bytes[at++] = (high << 4) | (low >> 24);
      bytes[at++] = low >> 16;
      bytes[at++] = low >> 8;
      bytes[at++] = low;
    }
  }
  return bytes.subarray(0, Math.floor(((text.length - blocks) * 7) / 8));
}
