// Firefox, by WebDriver BiDi: JSON over a socket that the browser opens itself.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import { firstFile, startProgram } from "./process.mjs";

export const name = "Firefox";
export const program = () => firstFile("/usr/bin/firefox-esr", "/usr/bin/firefox");

const KEYS = { ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", ArrowLeft: "\uE012", Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", Space: " " };

/** Commands as promises over one socket. */
async function connect(address) {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 1 << 28 });
  await new Promise((done, fail) => socket.on("open", done).on("error", fail));
  const waiting = new Map();
  let count = 0;
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    const { done, fail } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === "error") fail?.(new Error(`${message.error}: ${message.message}`));
    else done?.(message.result);
  });
  socket.on("close", () => waiting.forEach(({ fail }) => fail(new Error("the browser is lost"))));
  return {
    send: (method, params) => new Promise((done, fail) => {
      if (socket.readyState !== WebSocket.OPEN) return fail(new Error("the browser is lost"));
      waiting.set(++count, { done, fail });
      socket.send(JSON.stringify({ id: count, method, params }));
    }),
    close: () => socket.terminate(),
  };
}

export async function start() {
  const profile = mkdtempSync(join(tmpdir(), "laatta-firefox-"));
  writeFileSync(join(profile, "user.js"), `
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`);
  const running = await startProgram(program(), ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
    { sign: /WebDriver BiDi listening on (ws:\S+)/, env: { HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" } });
  const wire = await connect(`${running.found[1]}/session`);
  await wire.send("session.new", { capabilities: {} });
  const act = (context, id, type, actions, more = {}) =>
    wire.send("input.performActions", { context, actions: [{ id, type, actions, ...more }] });
  return {
    async open(url, { width, height }) {
      const { context } = await wire.send("browsingContext.create", { type: "tab" });
      await wire.send("browsingContext.setViewport", { context, viewport: { width, height } });
      await wire.send("browsingContext.navigate", { context, url, wait: "complete" });
      return {
        async run(source) {
          const answer = await wire.send("script.evaluate", {
            expression: `(async () => JSON.stringify(await (${source})) ?? "null")()`,
            target: { context }, awaitPromise: true, resultOwnership: "none",
          });
          if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
          return JSON.parse(answer.result.value);
        },
        key: (key) => {
          const value = KEYS[key] ?? key;
          return act(context, "keys", "key", [{ type: "keyDown", value }, { type: "keyUp", value }]);
        },
        press: (x, y) => act(context, "mouse", "pointer",
          [{ type: "pointerMove", x: Math.round(x), y: Math.round(y) }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }],
          { parameters: { pointerType: "mouse" } }),
        reload: () => wire.send("browsingContext.reload", { context, wait: "complete" }),
        go: (to) => wire.send("browsingContext.navigate", { context, url: to, wait: "complete" }),
        picture: async () => Buffer.from((await wire.send("browsingContext.captureScreenshot", { context })).data, "base64"),
        close: () => wire.send("browsingContext.close", { context }),
      };
    },
    async stop() {
      wire.close();
      await running.stop();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
