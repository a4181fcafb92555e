// `node carry.mjs OUTPUT.c NAME=FILE...`: networks as data of a C program, for where
// no file can be opened (src/twenty48/net/net_inside.h).
import { readFileSync, writeFileSync } from "node:fs";

const [output, ...pairs] = process.argv.slice(2);
const nets = pairs.map((pair) => {
  const [name, file] = pair.split("=");
  const bytes = readFileSync(file);
  const lines = [];
  for (let at = 0; at < bytes.length; at += 32) lines.push([...bytes.subarray(at, at + 32)].join(","));
  return { name, lines };
});
writeFileSync(output, `/* Made from files by web/carry.mjs. */
#include "twenty48/net/net_inside.h"

#include <stddef.h>

${nets.map(({ lines }, i) => `static const unsigned char net${i}[] = {\n${lines.join(",\n")}};\n`).join("")}
const t48_net_inside t48_nets_inside[] = {
${nets.map(({ name }, i) => `    {"${name}", net${i}, sizeof net${i}},\n`).join("")}    {NULL, NULL, 0},
};
`);
