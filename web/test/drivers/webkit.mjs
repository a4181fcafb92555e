// WebKit, by WebDriver: WebKitGTK's driver and its MiniBrowser on a display of their own.
import { startProgram, firstFile } from "./process.mjs";

export const name = "WebKit";
const miniBrowser = () => firstFile(
  ...["4.1", "4.0", "6.0"].flatMap((version) => [
    ...["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    `/usr/libexec/webkit2gtk-${version}/MiniBrowser`,
  ]));
export const program = () => firstFile("/usr/bin/WebKitWebDriver") && miniBrowser() && firstFile("/usr/bin/Xvfb");

const KEYS = { ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", ArrowLeft: "\uE012", Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", Space: " " };

async function command(address, method, path, body) {
  const answer = await fetch(address + path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
    signal: AbortSignal.timeout(180_000),
  });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

export async function start() {
  const display = await startProgram("/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "2600x1600x24", "-nolisten", "tcp"], { sign: /(\d+)\n/ });
  // Port 0 is not understood; one that is taken is followed by another try.
  let driver = null;
  for (let tries = 0; !driver; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const env = { DISPLAY: `:${display.found[1]}`, GDK_BACKEND: "x11", WEBKIT_DISABLE_COMPOSITING_MODE: "1", NO_AT_BRIDGE: "1" };
    // It says nothing when it is ready: the shell does so once it answers.
    driver = await startProgram("/bin/sh", ["-c", `WebKitWebDriver --port=${port} & pid=$!
      while kill -0 $pid; do node -e 'fetch("http://127.0.0.1:${port}/status").then(() => process.exit(0), () => process.exit(1))' && echo ready && break; sleep 0.2; done; wait $pid`],
    { sign: /ready/, env }).catch((error) => {
      if (tries > 4) throw error;
      return null;
    });
    if (driver) driver.address = `http://127.0.0.1:${port}`;
  }
  return {
    async open(url, { width, height }) {
      // A session is a browser: one a tab, so that each begins with nothing kept.
      const { sessionId } = await command(driver.address, "POST", "/session", {
        capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: miniBrowser(), args: ["--automation"] } } },
      });
      const session = `/session/${sessionId}`;
      const send = (method, path, body) => command(driver.address, method, session + path, body);
      await send("POST", "/timeouts", { script: 170_000, pageLoad: 170_000, implicit: 0 });
      const run = async (source) => JSON.parse(await send("POST", "/execute/async", {
        script: `const done = arguments[0];
          (async () => JSON.stringify(await (${source})) ?? "null")().then(done, (error) => done(JSON.stringify({ failed: String(error) })));`,
        args: [],
      }));
      await send("POST", "/url", { url });
      // The window has a frame and a bar: measured, and added.
      const inner = await run("[innerWidth, innerHeight]");
      const outer = await send("GET", "/window/rect");
      await send("POST", "/window/rect", { width: outer.width + width - inner[0], height: outer.height + height - inner[1] });
      return {
        async run(source) {
          const value = await run(source);
          if (value?.failed) throw new Error(value.failed);
          return value;
        },
        key: (key) => {
          const value = KEYS[key] ?? key;
          return send("POST", "/actions", { actions: [{ type: "key", id: "keys", actions: [{ type: "keyDown", value }, { type: "keyUp", value }] }] });
        },
        press: (x, y) => send("POST", "/actions", { actions: [{
          type: "pointer", id: "mouse", parameters: { pointerType: "mouse" },
          actions: [{ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }],
        }] }),
        reload: () => send("POST", "/refresh"),
        go: (to) => send("POST", "/url", { url: to }),
        close: () => send("DELETE", ""),
      };
    },
    async stop() {
      await driver.stop();
      await display.stop();
    },
  };
}
