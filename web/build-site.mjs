// What a server gives besides the page: a manifest and icons, so that it can be
// installed, a service worker, so that it works without the server, and a picture for
// links. `node build-site.mjs DIRECTORY`
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [directory] = process.argv.slice(2);
if (!directory) throw new Error("usage: node build-site.mjs DIRECTORY");
mkdirSync(directory, { recursive: true });

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A picture as PNG; `colour(x, y)` gives [r, g, b] of a point, four points a pixel. */
function png(width, height, colour) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const points = [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]].map(([dx, dy]) => colour(x + dx, y + dy));
      for (let k = 0; k < 3; k++) rows[y * (1 + 3 * width) + 1 + 3 * x + k] = points.reduce((sum, point) => sum + point[k], 0) / 4;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const inRounded = (x, y, { left, top, width, height, radius }) => {
  const dx = Math.max(left + radius - x, x - (left + width - radius), 0);
  const dy = Math.max(top + radius - y, y - (top + height - radius), 0);
  return dx * dx + dy * dy <= radius * radius;
};

/** The logo of the page: a golden tile with three small ones. */
function icon(size) {
  const unit = size / 32;
  const gold = rgb("#edc22e");
  const faint = rgb("#f6e2a0");
  const tiles = [[5, 5, "#ffffff"], [17, 17, "#ffffff"], [5, 17, "#f6e2a0"]].map(([left, top, hex]) => ({
    left: left * unit, top: top * unit, width: 10 * unit, height: 10 * unit, radius: 2 * unit, colour: hex === "#ffffff" ? rgb(hex) : faint,
  }));
  return png(size, size, (x, y) => tiles.find((tile) => inRounded(x, y, tile))?.colour ?? gold);
}

// Figures of five by seven points, enough for four tiles.
const FIGURES = {
  2: ["01110", "10001", "00001", "00110", "01000", "10000", "11111"],
  0: ["01110", "10001", "10011", "10101", "11001", "10001", "01110"],
  4: ["00010", "00110", "01010", "10010", "11111", "00010", "00010"],
  8: ["01110", "10001", "10001", "01110", "10001", "10001", "01110"],
};

/** Four tiles that read 2048. */
function share() {
  const tiles = [..."2048"].map((figure, i) => ({
    figure, left: 90 + 262 * i, top: 195, width: 234, height: 240, radius: 24, colour: rgb(["#eee4da", "#f2b179", "#f67c5f", "#edc22e"][i]),
  }));
  const [page, ink] = [rgb("#faf8ef"), rgb("#3d2b1f")];
  return png(1200, 630, (x, y) => {
    const tile = tiles.find((candidate) => inRounded(x, y, candidate));
    if (!tile) return page;
    const column = Math.floor((x - tile.left - 57) / 24);
    const row = Math.floor((y - tile.top - 36) / 24);
    return FIGURES[tile.figure][row]?.[column] === "1" ? ink : tile.colour;
  });
}

const manifest = {
  name: "laatta: 2048 and the 15-puzzle",
  short_name: "laatta",
  description: "Play, watch the AI play, and see how it thinks.",
  start_url: "/",
  display: "standalone",
  background_color: "#faf8ef",
  theme_color: "#faf8ef",
  icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose: "any maskable" })),
};

for (const [name, content] of Object.entries({
  "manifest.webmanifest": JSON.stringify(manifest, null, 1),
  "offline.js": readFileSync(join(here, "src/offline.js")),
  "icon-192.png": icon(192),
  "icon-512.png": icon(512),
  "share.png": share(),
})) writeFileSync(join(directory, name), content);
