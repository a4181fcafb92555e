// `node carry.mjs OUTPUT.c NAME=FILE... NAME=`: networks as data of a C program, for where
// no file can be opened (laatta/net_inside.h). A name without a file is room for one that
// is brought later.
import { readFileSync, writeFileSync } from "node:fs";

const [output, ...pairs] = process.argv.slice(2);
const named = pairs.map((pair) => pair.split("="));
const files = [...new Set(named.map(([, file]) => file))].filter(Boolean); // two names may share one
const data = files.map((file) => {
  const bytes = readFileSync(file);
  const lines = [];
  for (let at = 0; at < bytes.length; at += 32) lines.push([...bytes.subarray(at, at + 32)].join(","));
  return lines.join(",\n");
});
writeFileSync(output, `/* Made from files by web/carry.mjs. */
#include "laatta/net_inside.h"

#include <stddef.h>

${data.map((bytes, i) => `static const unsigned char net${i}[] = {\n${bytes}};\n`).join("")}
t48_net_inside t48_nets_inside[] = {
${named.map(([name, file]) => ({ name, i: files.indexOf(file) }))
    .map(({ name, i }) => (i < 0 ? `    {"${name}", NULL, 0},\n` : `    {"${name}", net${i}, sizeof net${i}},\n`)).join("")}    {NULL, NULL, 0},
};
`);
