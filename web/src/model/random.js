// The engine's random numbers: xoshiro256** seeded by splitmix64, so that a game
// played on the page and its record replayed by the engine are the same game.
//
// The state is eight 32-bit words, low half first, as the engine keeps it in
// memory. The step works on 32-bit halves: it runs for every new tile, and
// BigInt would be many times slower.

const MASK = (1n << 64n) - 1n;

function mix(x) {
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
}

/** The generator's state for a seed given as decimal text. */
export function seededState(seed) {
  const words = new Uint32Array(8);
  let x = BigInt(seed) & MASK;
  for (let i = 0; i < 4; i++) {
    x = (x + 0x9e3779b97f4a7c15n) & MASK;
    const word = mix(x);
    words[2 * i] = Number(word & 0xffffffffn);
    words[2 * i + 1] = Number(word >> 32n);
  }
  return words;
}

/** Advances `s` in place and returns the high 32 bits of the draw. */
export function drawHigh(s) {
  const low1 = s[2];
  const high1 = s[3];
  // s1 * 5, rotated left by 7, * 9: only the high half of the last is needed,
  // with the carry from the low one.
  let low = low1 * 5;
  const high = (Math.imul(high1, 5) + Math.floor(low / 4294967296)) >>> 0;
  low = low >>> 0;
  const turnedLow = ((low << 7) | (high >>> 25)) >>> 0;
  const turnedHigh = ((high << 7) | (low >>> 25)) >>> 0;
  const result = (Math.imul(turnedHigh, 9) + Math.floor((turnedLow * 9) / 4294967296)) >>> 0;

  const shiftedLow = low1 << 17;
  const shiftedHigh = (high1 << 17) | (low1 >>> 15);
  s[4] ^= s[0];
  s[5] ^= s[1];
  s[6] ^= s[2];
  s[7] ^= s[3];
  s[2] ^= s[4];
  s[3] ^= s[5];
  s[0] ^= s[6];
  s[1] ^= s[7];
  s[4] ^= shiftedLow;
  s[5] ^= shiftedHigh;
  // rotate left by 45 = swap the halves, then left by 13
  const low3 = s[6];
  const high3 = s[7];
  s[6] = (high3 << 13) | (low3 >>> 19);
  s[7] = (low3 << 13) | (high3 >>> 19);
  return result;
}

/** A seed for a new game: 53 random bits as decimal text. */
export function freshSeed() {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return String((words[0] & 0x1fffff) * 4294967296 + words[1]);
}
