// One experiment: how far it is, what its configurations reach, how their scores are
// spread, what it noted and what failed.

import { $, h } from "../view/dom.js";
import { ask } from "./api.js";
import { Chart } from "./chart.js";
import { Configs } from "./configs.js";
import { controls } from "./experiments.js";
import { Trace } from "./trace.js";
import { markWide } from "./rows.js";
import { grouped, percent, percentRange, plural, rate, sharedName, span } from "./words.js";

const PAUSE = 1500; // between two questions, in milliseconds
const short = (text, n) => (text.length > n ? `${text.slice(0, n - 1)}…` : text);

export class Detail {
  seen = 0;
  asking = false;
  again = false;
  closed = false;
  /** @type {any} */
  timer = 0;

  constructor(name, { act, mayControl, complain }) {
    this.name = name;
    this.act = act;
    this.mayControl = mayControl;
    this.complain = complain;
    this.configs = new Configs({ changed: () => this.refresh(), chosen: () => this.refreshHistogram() });
    this.trace = new Trace();
    this.facts = h("p.quiet");
    this.player = h("p.quiet.spec");
    this.badge = h("span.badge");
    this.buttons = h("span.row.tight");
    this.failures = h("details.card", { hidden: true }, h("summary", {}, h("h2", {}, "Failures")), h("div.scroll", { tabIndex: 0, role: "region", ariaLabel: "Failures" }));
    const place = (title, low) => {
      const box = h(low ? "div.chart.low" : "div.chart");
      const caption = h("figcaption", {}, title);
      return { figure: h("figure.card", {}, caption, box), caption, chart: new Chart(box) };
    };
    this.reach = place("Reach");
    this.scores = place("Scores of the ticked configurations");
    this.charts = h("div.charts", { hidden: true }, this.reach.figure, this.scores.figure);
    this.progress = place("Games finished, since this server watches");
    $("detail").replaceChildren(
      h("div.headline", {}, h("h2", { id: "detail-title" }, name), this.badge, h("span.spring"), this.buttons),
      this.facts,
      this.player,
      this.trace.element,
      this.charts,
      this.configs.element,
      this.progress.figure,
      this.trace.text,
      this.failures,
    );
    $("detail").hidden = false;
    this.refresh();
  }

  close() {
    clearTimeout(this.timer);
    this.closed = true;
    for (const { chart } of [this.reach, this.scores, this.progress]) chart.close();
    this.trace.close();
    $("detail").hidden = true;
    $("detail").replaceChildren();
  }

  /** A message tells of the experiment: ask for more if it changed. */
  told(x) {
    this.showHead(x);
    if (x.changed <= this.seen || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.refresh();
    }, PAUSE);
  }

  async refresh() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    try {
      const path = `experiments/${this.name}`;
      const details = await ask(path, this.configs.asked);
      const [notes, failures] = await Promise.all([ask(`${path}/notes`), details.failures ? ask(`${path}/failures`) : null]);
      if (this.closed) return;
      this.seen = details.experiment.changed;
      this.show(details, notes, failures);
      await this.refreshHistogram();
    } catch (error) {
      // It may have been queued a moment ago, or the server be away: it is asked again.
      if (!this.closed) {
        this.complain(error);
        setTimeout(() => this.closed || this.refresh(), 2000);
      }
    } finally {
      this.asking = false;
      if (this.again && !this.closed) {
        this.again = false;
        this.refresh();
      }
    }
  }

  async refreshHistogram() {
    const ids = this.configs.chosen();
    try {
      const answer = await ask(`experiments/${this.name}/histogram`, { configs: ids.join(","), bins: 40 });
      if (!this.closed) this.showHistogram(answer);
    } catch (error) {
      if (!this.closed) this.complain(error);
    }
  }

  showHead(x) {
    this.badge.textContent = x.state;
    this.badge.dataset.state = x.state;
    const left = x.state === "active" && x.games_a_second > 0 ? `, about ${span((x.waiting + x.leased) / x.games_a_second)} left` : "";
    const speed = x.state === "active" && x.games_a_second > 0 ? `, ${rate(x.games_a_second)} games a second` : "";
    this.facts.textContent =
      `${grouped(x.finished)} of ${plural(x.games, "game", "games")} finished${speed}${left}` +
      `${x.leased ? `; ${grouped(x.leased)} being played` : ""}${x.failed ? `; ${grouped(x.failed)} failed` : ""}` +
      `. ${plural(x.configs, "configuration", "configurations")} on ${x.size}.`;
    this.player.textContent = x.player;
    if (!this.mayControl()) this.buttons.replaceChildren();
    else {
      const { make, tell } = controls(x, this.act);
      if (!this.buttons.firstElementChild) this.buttons.append(make());
      tell(this.buttons.firstElementChild);
    }
  }

  show(details, notes, failures) {
    this.showHead(details.experiment);
    this.configs.show(details);
    this.showReach(details);
    this.showProgress(details);
    this.trace.show(notes.kind, notes.notes ?? []);
    this.showFailures(failures);
    markWide();
  }

  showReach(details) {
    const { tile } = this.configs.asked;
    const rows = (details.configs ?? []).filter((c) => c.finished);
    const reach = rows.map((c) => c.reach?.[tile] ?? null);
    this.charts.hidden = rows.length === 0; // axes of nothing say nothing
    const few = rows.length <= 6;
    const letters = Math.max(4, Math.floor((this.reach.figure.clientWidth - 90) / (rows.length + 0.2) / 8));
    const shared = sharedName(rows.map((c) => c.label));
    this.reach.caption.textContent = `Share of games that reach ${grouped(tile)}, with 95 % intervals (in the table's order)`;
    this.reach.chart.draw({
      data: [rows.map((_, i) => i), reach.map((r) => r?.share ?? null)],
      series: [{ label: `reach ${grouped(tile)}`, colour: 0, points: true, value: (u, v, s, i) => (i == null || !reach[i] ? "" : `${percent(v)} (${percentRange(reach[i].low, reach[i].high)})`) }],
      bars: [reach.map((r) => (r ? [r.low, r.high] : null))],
      x: {
        range: () => [-0.6, Math.max(0.6, rows.length - 0.4)],
        splits: (u, axis, low, high, step) => {
          const every = few ? 1 : Math.max(1, Math.round(step));
          return rows.map((_, i) => i).filter((i) => i % every === 0);
        },
        values: (_, ticks) => ticks.map((i) => (few ? short((rows[i]?.label ?? "").slice(shared.length), letters) : `${this.configs.asked.offset + i + 1}`)),
        space: 40,
        label: few && shared ? shared.slice(0, -1) : undefined,
        name: "configuration",
        value: (_, i) => (i == null ? "" : short(rows[i]?.label ?? "", 60)),
      },
      y: { range: () => [0, Math.min(1, Math.max(0.02, ...reach.map((r) => (r ? r.high : 0))) * 1.08)], share: true, size: 56 },
      label: rows.length && reach[0] ? `Share of games that reach ${tile} by configuration; ${rows[0].label}: ${percent(reach[0].share)}` : "No games yet",
    });
  }

  showHistogram({ from, width, bins, configs }) {
    const x = Array.from({ length: bins + 1 }, (_, i) => from + i * width);
    const line = ({ counts, finished }) => [...counts.map((n) => n / Math.max(1, finished)), 0];
    this.scores.chart.draw({
      data: [x, ...configs.map(line)],
      series: configs.map((c, k) => ({ label: short(c.label, 40), colour: k, steps: true, fill: configs.length < 4, idle: plural(c.finished, "game", "games") })),
      x: { label: "score", idle: "point at the chart", value: (_, v) => (v == null ? "" : `${grouped(v)} to ${grouped(v + width)}`) },
      y: { share: true, value: (_, v) => (v == null ? "" : `${percent(v)} of its games`), size: 56 },
      fresh: true,
      label: `Histogram of scores of ${configs.map((c) => c.label).join("; ") || "no configuration"}`,
    });
  }

  showProgress({ history, experiment }) {
    this.progress.chart.draw({
      data: [history.at, history.finished],
      series: [{ label: "finished", colour: 2, fill: true }],
      x: { time: true, name: "time" },
      y: { value: (_, v) => (v == null ? "" : `${grouped(v)} games`) },
      label: `Games finished over time: now ${grouped(experiment.finished)} of ${grouped(experiment.games)}`,
    });
  }

  showFailures(answer) {
    this.failures.hidden = !answer?.count;
    if (this.failures.hidden) return;
    this.failures.querySelector("h2").textContent = `Failures (${grouped(answer.count)})`;
    const row = (f) =>
      h("tr", {}, h("td", {}, String(f.config)), h("td", {}, f.games > 1 ? `${f.first} to ${f.first + f.games - 1}` : String(f.first)), h("td", {}, String(f.attempts)), h("td", {}, f.fault), h("td.reason", {}, f.reason), h("td", {}, new Date(f.at * 1000).toLocaleString()));
    const head = ["Configuration", "Games", "Attempts", "Whose fault", "Reason", "When"].map((name) => h("th", { scope: "col" }, name));
    this.failures.lastElementChild.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...[...answer.failures].reverse().map(row))));
  }
}
