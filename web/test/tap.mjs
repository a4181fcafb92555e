// A test is a name and a function that throws; the output is TAP.
let count = 0;
let failed = 0;

/** LAATTA_PAGE_TESTS, a regular expression, chooses some by their name. */
const chosen = new RegExp(process.env.LAATTA_PAGE_TESTS ?? "");

export const wanted = (name) => chosen.test(name);

export async function test(name, body) {
  if (!wanted(name)) return;
  count++;
  try {
    const note = await body();
    console.log(`ok ${count} - ${name}${note ? `: ${note}` : ""}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${count} - ${name}`);
    console.log(String(error.stack ?? error).split("\n").slice(0, 8).map((line) => `# ${line}`).join("\n"));
  }
}

/** A test that cannot be made here, and why. */
export function skip(name, reason) {
  if (wanted(name)) console.log(`ok ${++count} - ${name} # SKIP ${reason}`);
}

/** Ends the program: a timer or socket that a test has left must not keep it waiting. */
export function finish() {
  console.log(`1..${count}`);
  process.exit(failed ? 1 : 0);
}

export function equal(got, expected, what = "value") {
  const [a, b] = [JSON.stringify(got), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}

export function ok(condition, what) {
  if (!condition) throw new Error(what);
}
