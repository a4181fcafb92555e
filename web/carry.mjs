// `node carry.mjs FILE NAME OUTPUT.c`: a file as data of a C program, for where
// no file can be opened.
import { readFileSync, writeFileSync } from "node:fs";

const [input, name, output] = process.argv.slice(2);
const bytes = readFileSync(input);
const lines = [];
for (let at = 0; at < bytes.length; at += 32)
  lines.push([...bytes.subarray(at, at + 32)].join(","));
writeFileSync(output, `/* Made from a file by web/carry.mjs. */
#include <stddef.h>
extern const unsigned char ${name}[];
extern const size_t ${name}_size;
const unsigned char ${name}[] = {
${lines.join(",\n")}};
const size_t ${name}_size = sizeof ${name};
`);
