// Programs that a test starts: waited for until they say a line, ended with all of
// their children.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

// A test that is ended from outside takes what it started with it.
const running = new Set();
const endAll = () => {
  for (const pid of running) {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  }
};
process.on("exit", endAll);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/**
 * Starts a program and resolves when its output matches `sign`: {found, stop}.
 * It leads a process group of its own, so that stop() ends its children too.
 */
export function startProgram(command, args, { sign, env = {}, seconds = 120 }) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  running.add(child.pid);
  const ended = new Promise((done) => child.on("close", done)).then(() => running.delete(child.pid));
  const stop = async () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
    await ended;
  };
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      fail(new Error(`${command} did not start within ${seconds} s: ${printed.slice(-300)}`));
      stop();
    }, 1000 * seconds);
    const read = (data) => {
      printed = (printed + data).slice(-20_000);
      const found = printed.match(sign);
      if (!found) return;
      clearTimeout(timer);
      done({ found, stop });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      fail(new Error(`${command} ended with status ${code}: ${printed.slice(-300)}`));
    });
  });
}

/** The first of these files that is there, or null. */
export const firstFile = (...paths) => paths.find(existsSync) ?? null;
