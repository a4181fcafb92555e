// The dashboard's server, asked as a browser, a stranger and a clumsy client would.
// `node lab-http.mjs LAATTA WORKER`: LAATTA serves, WORKER plays. TAP on stdout.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join, resolve } from "node:path";
import { makeLab, raw, request, stream, until } from "./lab-server.mjs";
import { equal, finish, ok, test } from "./tap.mjs";

const [laatta, worker] = process.argv.slice(2).map((path) => resolve(path));
const L = makeLab(laatta, worker);
const TOKEN = "tile-9f27c1e05b3c";
const bearer = (token) => ({ Authorization: `Bearer ${token}` });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const close = (a, b, what) => ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)), `${what}: ${a} instead of ${b}`);
const plain = await L.serve();

await test("the pages come with strict headers, and need no database", async () => {
  for (const path of ["/", "/lab", "/lab/", "/laatta.html"]) {
    const page = await request(plain, path);
    equal(page.status, 200, path);
    const { headers } = page;
    ok(/^default-src 'none'; script-src 'sha256-/.test(headers["content-security-policy"]), "policy");
    equal(
      ["x-content-type-options", "x-frame-options", "referrer-policy", "cross-origin-opener-policy", "cross-origin-resource-policy", "cache-control"].map((name) => headers[name]),
      ["nosniff", "DENY", "no-referrer", "same-origin", "same-origin", "no-cache"],
      "headers",
    );
    equal((await request(plain, path, { method: "HEAD" })).text, "", "body of HEAD");
  }
  ok((await request(plain, "/lab")).headers["content-security-policy"].includes("connect-src 'self'"), "the dashboard may ask its server");
  ok(!existsSync(join(L.directory, "lab.sqlite")), "a database was made for the games alone");
});

await L.lab("sweep", "small", "--player", "worstcase:depth=1", "--grid", "monotonic=0.8,1.6,2.4", "--games", "60");
await L.lab("queue", "later", "--player", "random", "--games", "40");

await test("JSON: experiments as laatta lab status tells them, never kept", async () => {
  const answer = await request(plain, "/lab/api/experiments");
  equal(answer.status, 200, "status");
  equal(answer.headers["content-type"], "application/json; charset=utf-8");
  equal(answer.headers["cache-control"], "no-store");
  equal(answer.headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'");
  const wanted = JSON.parse(await L.lab("status", "--json")).experiments;
  const some = (x) => [x.name, x.kind, x.state, x.games, x.finished, x.waiting, x.configs, x.player];
  equal(answer.json.experiments.map(some), wanted.map(some), "experiments");
  equal(answer.json.database.state, "open");
});

await test("events: everything at first, changes at most once a second, a heartbeat in between", async () => {
  const s = await stream(plain);
  equal(s.status, 200, "status");
  equal(s.headers["content-type"], "text/event-stream; charset=utf-8");
  await until(() => s.messages.length, "the first message");
  ok(s.messages[0].all && s.messages[0].experiments.length === 2, "the first message is not whole");
  await until(() => s.heartbeats, "a heartbeat");
  const quiet = s.messages.length;
  // Details are asked for meanwhile, so that results are counted bit by bit.
  const asking = setInterval(() => request(plain, "/lab/api/experiments/small").catch(() => {}), 400);
  const player = L.worker();
  await new Promise((done) => player.on("exit", done));
  const last = () => s.messages.flatMap((m) => m.experiments).filter((x) => x.name === "small").at(-1);
  await until(() => last()?.finished === 180, "the last message to tell of 180 games");
  clearInterval(asking);
  ok(last().state === "done", `state ${last().state}`);
  ok(s.messages.length > quiet, "no message while games were played");
  // A busy machine delivers late, and then two at once: counted over all of the time.
  const span = (s.messages.at(-1).at - s.messages[0].at) / 1000;
  ok(s.messages.length - 1 <= span / 0.7 + 1, `${s.messages.length} messages in ${span.toFixed(1)} s`);
  s.close();
});

await test("results are those of laatta lab report, to the last digit, medians nearly", async () => {
  const report = JSON.parse(await L.lab("report", "small", "--json"));
  const ask = async (query) => (await request(plain, `/lab/api/experiments/small?${query}`)).json;
  const got = await until(async () => {
    const json = await ask("tile=1024");
    return json.counted === 180 && json;
  }, "180 games counted");
  equal(got.configs.map((c) => c.id), report.configurations.map((c) => c.config), "order by mean");
  for (const [i, c] of got.configs.entries()) {
    const { score, reached, games } = report.configurations[i];
    equal(c.finished, games, "games");
    for (const key of ["mean", "stdev", "max"]) close(c.score[key], score[key], key);
    ok(Math.abs(c.score.median - score.median) <= score.median / 128, `median: ${c.score.median} for ${score.median}`);
    [c.score.low, c.score.high].forEach((value, k) => close(value, score.mean95[k], "interval"));
    for (const [tile, share] of Object.entries(c.reach))
      [share.share, share.low, share.high].forEach((value, k) => close(value, reached[tile]?.[k] ?? value, `reach ${tile}`));
  }
  equal(got.best.of, 3, "best of");
  [got.best.score.low, got.best.score.high].forEach((value, k) => close(value, report.best.joint95[k], "interval of the best"));
  const ids = got.configs.map((c) => c.id);
  equal((await ask("sort=id&order=descending")).configs.map((c) => c.id), [...ids].sort((a, b) => b - a), "by id");
  equal((await ask("limit=1&offset=1")).configs.map((c) => c.id), [ids[1]], "a page");
  const medians = (await ask("sort=median&order=ascending")).configs.map((c) => c.score.median);
  equal(medians, [...medians].sort((a, b) => a - b), "by median");
  const { json: histogram } = await request(plain, `/lab/api/experiments/small/histogram?configs=${ids.join("%2C")}&bins=16`);
  equal(histogram.configs.map((c) => c.counts.reduce((a, b) => a + b)), [60, 60, 60], "games in the histogram");
  equal((await request(plain, "/lab/api/experiments/small/failures")).json, { count: 0, failures: [] }, "failures");
  const { workers } = (await request(plain, "/lab/api/workers")).json;
  equal([workers.length, workers[0].games, workers[0].working], [1, 220, false], "the worker that left");
});

await test("what is not there, not allowed or not sensible is refused", async () => {
  const status = async (path, options) => (await request(plain, path, options)).status;
  for (const path of ["/lab/api", "/lab/api/", "/lab/x", "/lab/api/experiments/none", "/lab/api/experiments/small/x", "/lab/api/experiments//", "/labs", "/etc/passwd", "/lab.html"])
    equal(await status(path), 404, path);
  for (const query of ["sort=x", "order=up", "tile=3", "tile=-2", "limit=0", "limit=501", "limit=5x", "offset=-1", "tile=99999999999999999999"])
    equal(await status(`/lab/api/experiments/small?${query}`), 400, query);
  for (const query of ["configs=x", "configs=1,,2", "bins=0", "bins=201", `configs=${"1,".repeat(20)}`])
    equal(await status(`/lab/api/experiments/small/histogram?${query}`), 400, query);
  for (const method of ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]) {
    const answer = await request(plain, "/lab/api/experiments", { method });
    equal([answer.status, answer.headers.allow], [405, "GET, HEAD, POST"], method);
  }
  for (const [path, method, allow] of [["/lab", "POST", "GET, HEAD"], ["/lab/api/experiments", "POST", "GET, HEAD"], ["/lab/api/experiments/small/pause", "GET", "POST"], ["/lab/events", "POST", "GET"]]) {
    const answer = await request(plain, path, { method });
    equal([answer.status, answer.headers.allow], [405, allow], `${method} ${path}`);
  }
});

await test("no path leads elsewhere", async () => {
  const host = "Host: 127.0.0.1\r\n\r\n";
  for (const path of ["/../etc/passwd", "/lab/../../etc/passwd", "/lab/%2e%2e/%2e%2e/etc/passwd", "/%2e%2e%2fetc%2fpasswd", "/lab%00", "/lab/api/experiments/small%00x", "//lab", "/lab/api/experiments/..", "/lab\\..\\x", "/%", "/lab%2", "/lab/api/experiments/..%2fsmall"])
    equal(await raw(plain, `GET ${path} HTTP/1.1\r\n${host}`), 404, path);
  equal(await raw(plain, `GET /l%61b HTTP/1.1\r\n${host}`), 200, "a code for a letter");
});

await test("foreign names and large requests are refused", async () => {
  for (const Host of ["example.com", "127.0.0.1.example.com", "localhost.example", "127.0.0.1:80x", "127.0.0.2"])
    for (const path of ["/", "/lab", "/lab/api/experiments", "/lab/events"]) equal((await request(plain, path, { headers: { Host } })).status, 403, `${Host} ${path}`);
  for (const Host of ["localhost", "LOCALHOST:1", "127.0.0.1:2048", "[::1]:2048"]) equal((await request(plain, "/lab", { headers: { Host } })).status, 200, Host);
  for (const head of ["Host:\r\n", ""]) ok([400, 403].includes(await raw(plain, `GET /lab HTTP/1.1\r\n${head}\r\n`)), "no name at all");
  const post = (length) => raw(plain, `POST /lab/api/experiments/small/pause HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
  equal(await post(65537), 413, "65537 bytes");
  equal(await post("99999999999999999999999"), 413, "more than a number holds");
  equal((await request(plain, "/lab/api/experiments/small/pause", { method: "POST", body: Buffer.alloc(65536) })).status, 403, "65536 bytes");
  equal(await raw(plain, "POST /lab HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"), 411, "a body without a size");
  const long = await raw(plain, `GET /lab HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(70_000)}\r\n\r\n`);
  ok([413, 431].includes(long), `a header of 70 kB: ${long}`);
});

await test("without a token nothing changes: 403 and the reason", async () => {
  for (const verb of ["pause", "resume", "cancel"])
    for (const headers of [{}, bearer("")]) {
      const answer = await request(plain, `/lab/api/experiments/small/${verb}`, { method: "POST", headers });
      ok([401, 403].includes(answer.status) && answer.json.error, `${verb}: ${answer.status}`);
    }
  const answer = await request(plain, "/lab/api/experiments/small/pause", { method: "POST" });
  equal(answer.status, 403, "status");
  ok(/--token/.test(answer.json.error), answer.json.error);
  equal((await request(plain, "/lab/api/session")).json, { has_token: false, may_control: false }, "session");
});

await test("a page is sent packed, and only once", async () => {
  const whole = await request(plain, "/");
  const packed = await request(plain, "/", { headers: { "Accept-Encoding": "br, gzip" } });
  equal([whole.headers["content-encoding"], packed.headers["content-encoding"]], [undefined, "gzip"], "encoding");
  ok(packed.headers["content-length"] < whole.headers["content-length"] / 1.1, `${packed.headers["content-length"]} of ${whole.headers["content-length"]} bytes`);
  equal((await request(plain, "/", { headers: { "Accept-Encoding": "gzip;q=0" } })).headers["content-encoding"], undefined, "not wanted");
  const { etag } = whole.headers;
  ok(/^W\/"[0-9a-f]{16}"$/.test(etag), `tag ${etag}`);
  const again = await request(plain, "/", { headers: { "If-None-Match": etag } });
  equal([again.status, again.text, again.headers.etag], [304, "", etag], "known");
  equal((await request(plain, "/", { headers: { "If-None-Match": 'W/"0"' } })).status, 200, "another one");
});

await test("pages of other sites hear and read nothing of the lab", async () => {
  const own = `http://127.0.0.1:${plain.port}`;
  for (const path of ["/lab/events", "/lab/api/experiments"]) {
    for (const headers of [{ "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }, { Origin: "http://example.com" }, { Origin: "null" }, { Origin: "http://localhost:1" }])
      equal((await request(plain, path, { headers })).status, 403, `${path} ${JSON.stringify(headers)}`);
  }
  for (const headers of [{ "Sec-Fetch-Site": "same-origin", Origin: own }, { "Sec-Fetch-Site": "none" }])
    equal((await request(plain, "/lab/api/experiments", { headers })).status, 200, JSON.stringify(headers));
});

await test("a loopback address of its own is answered by its name", async () => {
  const second = await L.serve(["--listen", "127.0.0.2"]);
  const ask = (Host) => request(second, "/lab", { headers: { Host } }, "127.0.0.2");
  equal([(await ask(`127.0.0.2:${second.port}`)).status, (await ask("127.0.0.3")).status], [200, 403], "names");
  await second.stop();
});

await test("slow clients by the hundred keep nobody out", async () => {
  const server = await L.serve();
  const slow = Array.from({ length: 300 }, () => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.ended = new Promise((done) => socket.on("close", done));
    socket.on("error", () => {});
    socket.write("G");
    return socket;
  });
  const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write("E")), 1000);
  for (let i = 0; i < 3; i++) equal((await request(server, "/lab")).status, 200, "another client");
  // Each is hung up in the end, however often it sends a byte.
  slow.forEach((socket) => socket.resume());
  await Promise.all(slow.map((socket) => socket.ended));
  clearInterval(drip);
  equal((await server.stop()).code, 0, "exit status");
});

await test("slow clients hold nobody up", async () => {
  const slow = Array.from({ length: 30 }, (_, i) => {
    const socket = net.connect(plain.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(i % 2 ? "GET /lab HTTP/1.1\r\nHo" : "POST /lab HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx");
    return socket;
  });
  await pause(200);
  const began = performance.now();
  for (const path of ["/", "/lab", "/lab/api/experiments", "/lab/api/experiments/small"]) equal((await request(plain, path)).status, 200, path);
  const ms = performance.now() - began;
  // Held up, they would wait for the 30 s after which the server gives a silent client up.
  ok(ms < 25_000, `${ms} ms`);
  slow.forEach((socket) => socket.destroy());
  return `${ms.toFixed(0)} ms`;
});

await L.lab("queue", "held", "--player", "random", "--games", "50");
const guarded = await L.serve(["--token", TOKEN]);

await test("sixteen may listen, the next are told so, and a place is free again", async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => stream(guarded)));
  equal([200, 503].map((status) => streams.filter((s) => s.status === status).length), [16, 4], "streams");
  equal((await request(guarded, "/lab/api/experiments")).status, 200, "another request");
  streams.forEach((s) => s.close());
  const again = await until(async () => {
    const s = await stream(guarded);
    if (s.status === 200) return s;
    s.close();
    return null;
  }, "a free place");
  again.close();
});

await test("wrong tokens are answered later and later, the right one at once", async () => {
  const server = await L.serve(["--token", TOKEN]);
  const time = async (token) => {
    const began = performance.now();
    await request(server, "/lab/api/session", { headers: bearer(token) });
    return performance.now() - began;
  };
  for (let i = 0; i < 7; i++) await time("wrong");
  const late = await time("wrong");
  ok(late >= 790, `the eighth after ${late} ms`);
  // Of three more the last waits for more than six seconds; nobody waits with it.
  const order = [];
  await Promise.all(["wrong", "wrong", "wrong", TOKEN].map((token) => time(token).then(() => order.push(token))));
  equal(order.at(-1), "wrong", "the last to be answered");
  await server.stop();
});

await test("with a token: who knows it changes, others do not", async () => {
  const post = (verb, headers, name = "held") => request(guarded, `/lab/api/experiments/${name}/${verb}`, { method: "POST", headers });
  for (const headers of [{}, bearer(""), bearer("x"), bearer(TOKEN.slice(0, -1)), bearer(`${TOKEN}x`), bearer(TOKEN + TOKEN), bearer(TOKEN.toUpperCase()), { Authorization: TOKEN }, { Authorization: `Basic ${TOKEN}` }]) {
    const answer = await post("pause", headers);
    equal([answer.status, answer.headers["www-authenticate"]], [401, 'Bearer realm="laatta lab"'], JSON.stringify(headers));
  }
  equal((await request(guarded, `/lab/api/experiments/held/pause?token=${TOKEN}`, { method: "POST" })).status, 401, "in the address");
  const state = async () => JSON.parse(await L.lab("status", "held", "--json")).experiments[0].state;
  equal(await state(), "active", "after the refusals");
  for (const [verb, wanted] of [["pause", "paused"], ["resume", "active"], ["cancel", "cancelled"]]) {
    const answer = await post(verb, bearer(TOKEN));
    equal([answer.status, await state()], [200, wanted], verb);
    if (verb !== "cancel") equal(answer.json.experiment.state, wanted, "answer");
  }
  equal((await post("resume", bearer(TOKEN))).status, 409, "what was cancelled");
  equal((await post("pause", bearer(TOKEN), "none")).status, 404, "no such experiment");
  equal((await request(guarded, "/lab/api/experiments")).status, 200, "reading needs none");
  equal((await request(guarded, "/lab/api/session", { headers: bearer(TOKEN) })).json, { has_token: true, may_control: true }, "session");
  equal((await request(guarded, "/lab/api/session", { headers: bearer("x") })).status, 401, "a wrong one");
});

await test("other addresses need a token, and then all of the lab does", async () => {
  const refusal = async (args) => L.serve(args).then(() => null, (error) => error);
  const short = await refusal(["--listen", "0.0.0.0", "--token", "fifteen-letters"]);
  ok(short?.code === 2 && /at least 16/.test(short.message), `a short token: ${short?.code} ${short?.message}`);
  const bare = await L.serve(["--listen", "0.0.0.0"]);
  const made = await until(() => bare.printed.text.match(/token: ([0-9a-f]{32}) /)?.[1], "a token");
  equal((await request(bare, "/lab/api/session")).status, 401, "without the token that was made");
  equal((await request(bare, "/lab/api/session", { headers: bearer(made) })).status, 200, "with it");
  await bare.stop();
  const name = await refusal(["--listen", "example.com", "--token", TOKEN]);
  ok(name?.code === 2 && /in figures/.test(name.message), `a name: ${name?.code} ${name?.message}`);
  const open = await L.serve(["--listen", "0.0.0.0"], { LAATTA_TOKEN: TOKEN });
  const Host = "lab.example.com";
  for (const path of ["/", "/lab"]) equal((await request(open, path, { headers: { Host } })).status, 200, path);
  for (const path of ["/lab/api/experiments", "/lab/api/session", "/lab/events", `/lab/api/experiments?token=${TOKEN}`, "/lab/api/experiments/small/notes", "/lab/api/none"]) {
    equal((await request(open, path, { headers: { Host } })).status, 401, path);
    equal((await request(open, path, { headers: { Host, ...bearer("wrong") } })).status, 401, `${path} with a wrong token`);
  }
  equal((await request(open, "/lab/api/experiments", { headers: { Host, ...bearer(TOKEN) } })).status, 200, "with the token");
  const s = await stream(open, bearer(TOKEN));
  equal(s.status, 200, "events with the token");
  s.close();
  const { code, printed } = await open.stop();
  equal(code, 0, "exit status");
  ok(!printed.includes(TOKEN), "the token was printed");
});

await test("a database that is away is told of, hinders nothing, and comes back", async () => {
  const place = join(L.directory, "place");
  writeFileSync(place, "not a directory");
  const server = await L.serve(["--db", `sqlite:${join(place, "lab.sqlite")}`]);
  const away = await request(server, "/lab/api/experiments");
  equal([away.status, away.json.database.state], [503, "away"], "answer");
  ok(away.json.error.includes("place"), away.json.error);
  const s = await stream(server);
  await until(() => s.messages.at(-1)?.database.state === "away", "the stream to tell of it");
  equal((await request(server, "/")).status, 200, "the games");
  rmSync(place);
  mkdirSync(place);
  await until(() => s.messages.at(-1)?.database.state === "open", "the database to come back");
  equal((await request(server, "/lab/api/experiments")).json.experiments, [], "experiments");
  s.close();
  equal((await server.stop()).code, 0, "exit status");
});

await test("stops at once, with listeners, and without a word", async () => {
  const s = await stream(plain);
  await until(() => s.messages.length, "a message");
  const began = performance.now();
  for (const server of [plain, guarded]) {
    const { code, signal, printed } = await server.stop();
    equal([code, signal], [0, null], `the end: ${printed}`);
    equal(printed.split("\n").length, 2, `lines printed: ${printed}`);
    ok(!printed.includes(TOKEN), "the token was printed");
  }
  ok(performance.now() - began < 60_000, "it took long");
  await until(() => s.ended, "the stream to end");
});

L.end();
finish();
