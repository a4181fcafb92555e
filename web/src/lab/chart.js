// Charts: uPlot in the page's colours, with intervals, drawn anew when the theme or
// the width changes.

import uPlot from "uplot";
import { figure, tickTexts, timeText, timeTexts } from "./words.js";

const charts = new Set();
const PALETTE = {
  light: ["#8f4a1c", "#226a9c", "#2c6e49", "#7440b5", "#a62c72", "#8a6d00", "#237569", "#b5451f"],
  dark: ["#e8a55a", "#79b8e8", "#8fcfa8", "#bfa0f0", "#f09cc8", "#e6cf6a", "#7fd0c4", "#f5907a"],
};
const dark = () => document.documentElement.dataset.theme === "dark";
export const colour = (i) => PALETTE[dark() ? "dark" : "light"][i % 8];
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
export const faint = (hex) => `${hex}33`;

/** Draws a bar from low to high at every point; rows: [[low, high] ...] by series. */
function intervalBars(bars) {
  return {
    hooks: {
      draw: (u) => {
        const { ctx } = u;
        bars.forEach((rows, k) => {
          const [from, to] = u.series[0].idxs ?? [0, rows.length - 1];
          const cap = Math.min(5, (u.bbox.width / Math.max(1, rows.length)) * 0.25) * devicePixelRatio;
          ctx.save();
          ctx.beginPath();
          ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
          ctx.clip();
          ctx.strokeStyle = colour(k);
          ctx.lineWidth = 1.5 * devicePixelRatio;
          ctx.beginPath();
          for (let i = from; i <= to; i++) {
            if (!rows[i] || rows[i][0] == null) continue;
            const x = u.valToPos(u.data[0][i], "x", true);
            const [low, high] = rows[i].map((value) => u.valToPos(value, "y", true));
            ctx.moveTo(x, low);
            ctx.lineTo(x, high);
            for (const y of [low, high]) {
              ctx.moveTo(x - cap, y);
              ctx.lineTo(x + cap, y);
            }
          }
          ctx.stroke();
          ctx.restore();
        });
      },
    },
  };
}

const axis = (more = {}) => ({
  stroke: css("--quiet"),
  font: "12px system-ui, sans-serif",
  labelFont: "12px system-ui, sans-serif",
  labelSize: 20,
  grid: { stroke: css("--line"), width: 1 },
  ticks: { stroke: css("--line"), width: 1 },
  ...more,
});

/** @typedef {{label?: string, name?: string, time?: boolean, range?: any, values?: any, splits?: any, space?: number, value?: any, idle?: string, size?: number, zero?: boolean, log?: boolean, share?: boolean}} Axis */

/** While nobody points at the chart its legend tells `idle`, or else the last value, which is the newest. */
const told = (text, idle) => (u, value, s, i) => {
  if (i != null) return text(u, value, s, i);
  if (idle !== undefined) return idle;
  const data = u.data[s];
  let last = data.length - 1;
  while (last > 0 && data[last] == null) last--;
  return data[last] == null ? "" : text(u, data[last], s, last);
};

/** One chart in `element`. draw({data, series, bands, bars, x, y, label, fresh}) shows or
 * renews it; fresh: its functions changed too, so it is made anew. */
export class Chart {
  constructor(element) {
    this.element = element;
    this.observer = new ResizeObserver(() => this.plot?.setSize(this.size()));
    this.observer.observe(element);
    charts.add(this);
  }

  size() {
    const height = this.element.classList.contains("low") ? 170 : 240;
    return { width: Math.max(220, this.element.clientWidth), height };
  }

  draw(what) {
    this.what = what;
    this.element.role = "img"; // not before there is something to see, and words for it
    this.element.ariaLabel = what.label;
    // Renewing only the numbers is quicker and keeps the pointer's place.
    const shape = JSON.stringify([what.series, what.bands, what.x?.label, what.y?.label, what.x?.time, dark()]);
    if (this.plot && shape === this.shape && !what.bars && !what.fresh) {
      this.plot.setData(what.data);
      return;
    }
    this.shape = shape;
    this.plot?.destroy();
    this.plot = new uPlot(this.options(what), what.data, this.element);
  }

  /**
   * @param {{series: any[], bands?: any[], bars?: any[], x?: Axis, y?: Axis}} what
   * @returns {any}
   */
  options({ series, bands, bars, x = {}, y = {} }) {
    const xText = x.value ?? ((_, v) => (x.time ? timeText(v) : figure(v)));
    const yTicks = y.values ?? ((_, ticks) => tickTexts(ticks, { share: y.share }));
    // A share is at most all of them, whatever a range with room above says.
    const yRange = y.range ?? ((u, low, high) => (y.share ? [0, Math.min(1, Math.max(0.02, 1.08 * high))] : uPlot.rangeNum(low, high, 0.08, y.zero ?? false)));
    return {
      ...this.size(),
      padding: [10, x.time ? 36 : 12, 0, 0],
      cursor: { drag: { x: false, y: false }, points: { size: 7 } },
      legend: { live: true },
      plugins: bars ? [intervalBars(bars)] : [],
      scales: {
        x: { time: x.time ?? false, range: x.range },
        y: { range: yRange, distr: y.log ? 3 : 1 },
      },
      axes: [
        axis({ label: x.label, values: x.values ?? ((_, ticks) => (x.time ? timeTexts(ticks) : tickTexts(ticks))), splits: x.splits, space: x.space ?? (x.time ? 90 : 60) }),
        axis({ label: y.label, values: yTicks, size: y.size ?? 62 }),
      ],
      series: [
        { label: x.name ?? x.label ?? "", value: told(xText, x.idle) },
        ...series.map((s) => ({
          label: s.label,
          stroke: s.hidden ? "transparent" : colour(s.colour),
          width: s.points ? 0 : (s.width ?? 2),
          dash: s.dash,
          fill: s.fill ? faint(colour(s.colour)) : undefined,
          paths: s.points ? () => null : s.steps ? uPlot.paths.stepped({ align: 1 }) : undefined,
          points: { show: s.points ?? s.dots ?? false, size: 7, fill: colour(s.colour), stroke: colour(s.colour) },
          value: told(s.value ?? y.value ?? ((_, v) => figure(v)), s.idle),
        })),
      ],
      bands: (bands ?? []).map(([high, low, k]) => ({ series: [high, low], fill: faint(colour(k)) })),
    };
  }

  close() {
    this.observer.disconnect();
    this.plot?.destroy();
    charts.delete(this);
  }
}

/** The theme has changed. */
export function redrawCharts() {
  for (const chart of charts) {
    chart.shape = null;
    if (chart.what) chart.draw(chart.what);
  }
}
