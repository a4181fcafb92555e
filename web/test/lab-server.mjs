// A lab in a temporary directory and servers of its dashboard, for tests.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** `laatta` serves (it may be a sanitized build); `worker` queues and plays. */
export function makeLab(laatta, worker) {
  const directory = mkdtempSync(join(tmpdir(), "laatta-lab-"));
  const db = `sqlite:${join(directory, "lab.sqlite")}`;
  const started = [];
  const environment = { ...process.env, LAATTA_DB: db };
  delete environment.LAATTA_TOKEN;

  const lab = async (...args) => (await run(worker, ["lab", ...args], { env: environment })).stdout;

  /** A server; stop() ends it and tells how it ended and what it printed. */
  async function serve(args = [], env = {}) {
    const process = spawn(laatta, ["serve", "--port", "0", ...args], { env: { ...environment, ...env } });
    const printed = { text: "" };
    const ended = new Promise((done) => process.on("close", (code, signal) => done({ code, signal })));
    process.stderr.on("data", (data) => (printed.text += data));
    const url = await new Promise((done, fail) => {
      process.stdout.on("data", (data) => {
        printed.text += data;
        const found = printed.text.match(/http:\S+/);
        if (found) done(found[0].replace("0.0.0.0", "127.0.0.1"));
      });
      ended.then(({ code }) => fail(Object.assign(new Error(printed.text), { code })));
    });
    const server = { url, port: Number(new URL(url).port), printed, stop: async () => (process.kill("SIGINT"), { ...(await ended), printed: printed.text }) };
    started.push(process);
    return server;
  }

  function end() {
    for (const process of started) process.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  }

  return { directory, db, lab, serve, end, worker: (...args) => spawn(worker, ["lab", "work", "--threads", "1", ...args], { env: environment }) };
}

/** One request on a connection of its own: {status, headers, text, json}. */
export function request(server, path, { method = "GET", headers = {}, body = null } = {}, host = "127.0.0.1") {
  return new Promise((done, fail) => {
    const asked = http.request(
      { host, port: server.port, path, method, headers, agent: false },
      (response) => {
        let text = "";
        response.on("data", (data) => (text += data));
        response.on("end", () => {
          let json = null;
          try {
            json = JSON.parse(text);
          } catch {}
          done({ status: response.statusCode, headers: response.headers, text, json });
        });
      },
    );
    asked.setTimeout(90_000, () => asked.destroy(new Error(`${path}: no answer`)));
    asked.on("error", fail);
    asked.end(body);
  });
}

/** Bytes as they are; resolves with the status of the answer, or null. */
export function raw(server, bytes) {
  return new Promise((done) => {
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    const finish = () => done(Number(text.match(/^HTTP\/1\.[01] (\d+)/)?.[1] ?? 0) || null);
    socket.on("data", (data) => {
      text += data;
      if (text.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", finish);
    socket.on("error", finish);
    socket.setTimeout(90_000, () => socket.destroy());
  });
}

/** An event stream: status, messages with the time they came, heartbeats. */
export function stream(server, headers = {}) {
  return new Promise((done, fail) => {
    const asked = http.get({ host: "127.0.0.1", port: server.port, path: "/lab/events", headers, agent: false }, (response) => {
      const s = { status: response.statusCode, headers: response.headers, messages: [], heartbeats: 0, ended: false, close: () => asked.destroy() };
      let text = "";
      response.on("data", (data) => {
        text += data;
        for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
          const part = text.slice(0, end);
          if (part.startsWith(":")) s.heartbeats++;
          else s.messages.push({ at: performance.now(), ...JSON.parse(part.match(/^data: (.*)$/m)[1]) });
        }
      });
      response.on("end", () => (s.ended = true));
      response.on("error", () => (s.ended = true));
      done(s);
    });
    asked.on("error", fail);
  });
}

export async function until(condition, what, seconds = 300) {
  const limit = performance.now() + 1000 * seconds;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > limit) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
