// What an experiment that steers itself has noted: steps of tuning, rounds of a race,
// a sequential test. Notes may lack anything; what is not a number is not drawn.

import { h } from "../view/dom.js";
import { Chart } from "./chart.js";
import { figure, grouped } from "./words.js";

const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);
const column = (notes, key) => notes.map((note) => number(note[key]));
const some = (values) => values.some((value) => value !== null);
const value = (_, v) => (v == null ? "" : figure(v));

/** Games grow from note to note; without them the notes are counted. */
function along(notes) {
  const games = column(notes, "games");
  const grows = games.every((n, i) => n !== null && (i === 0 || n >= games[i - 1]));
  return grows ? { x: games, label: "games" } : { x: notes.map((_, i) => i + 1), label: "step" };
}

/** A figure with its interval as a band. */
function withInterval(notes, key, title) {
  const { x, label } = along(notes);
  const middle = column(notes, key);
  if (!some(middle)) return null;
  return {
    title,
    data: [x, column(notes, "high"), column(notes, "low"), middle],
    series: [
      { label: "high", colour: 0, width: 0.5 },
      { label: "low", colour: 0, width: 0.5 },
      { label: key, colour: 0, dots: notes.length < 60 },
    ],
    bands: [[1, 2, 0]],
    x: { label },
    y: { value },
    label: `${title}: ${figure(middle.at(-1))} after ${label} ${grouped(x.at(-1))}`,
  };
}

/** Every parameter from its least to its greatest value; the legend tells the value. */
function parameters(notes) {
  const source = notes.some((note) => note.mean && typeof note.mean === "object") ? "mean" : "best";
  const keys = [...new Set(notes.flatMap((note) => Object.keys(note[source] ?? {})))].slice(0, 8);
  const lines = keys.map((key) => notes.map((note) => number(note[source]?.[key])));
  if (!lines.some(some)) return null;
  const scaled = lines.map((line) => {
    const known = line.filter((v) => v !== null);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    return line.map((v) => (v === null ? null : high > low ? (v - low) / (high - low) : 0.5));
  });
  return {
    title: "Parameters, each from its least to its greatest value",
    data: [notes.map((note, i) => number(note.step) ?? i + 1), ...scaled],
    series: keys.map((key, k) => ({ label: key, colour: k, value: (u, v, s, i) => (i == null ? figure(lines[k].at(-1)) : figure(lines[k][i])) })),
    x: { label: "step" },
    y: { range: () => [-0.05, 1.05], values: () => [], size: 20 },
    fresh: true,
    label: `Parameters over steps: ${keys.map((key, k) => `${key} now ${figure(lines[k].at(-1))}`).join(", ")}`,
  };
}

function spread(notes) {
  const sigma = column(notes, "sigma");
  if (!some(sigma)) return null;
  return {
    title: "How far the steps reach (sigma)",
    data: [notes.map((note, i) => number(note.step) ?? i + 1), sigma],
    series: [{ label: "sigma", colour: 3 }],
    x: { label: "step" },
    y: { value },
    label: `Sigma over steps, now ${figure(sigma.at(-1))}`,
  };
}

function alive(notes) {
  const left = column(notes, "alive");
  if (!some(left)) return null;
  return {
    title: "Configurations still in the race",
    data: [notes.map((note, i) => number(note.round) ?? i + 1), left],
    series: [{ label: "in the race", colour: 2, steps: true }],
    x: { label: "round" },
    y: { value, zero: true },
    label: `In the race: ${figure(left.at(-1))}`,
  };
}

function likelihood(notes) {
  const { x, label } = along(notes);
  const llr = column(notes, "llr");
  if (!some(llr)) return null;
  const decision = notes.at(-1).decision;
  return {
    title: `Log-likelihood ratio and its bounds${decision ? `: ${decision}` : ""}`,
    data: [x, llr, column(notes, "upper"), column(notes, "lower")],
    series: [
      { label: "ratio", colour: 0, dots: notes.length < 60 },
      { label: "upper bound", colour: 2, dash: [6, 4] },
      { label: "lower bound", colour: 7, dash: [6, 4] },
    ],
    x: { label },
    y: { value },
    label: `Log-likelihood ratio, now ${figure(llr.at(-1))}${decision ? `: ${decision}` : ""}`,
  };
}

const DRAWN = {
  tune: (notes) => [withInterval(notes, "score", "Score of the best so far"), parameters(notes), spread(notes)],
  race: (notes) => [withInterval(notes, "score", "Score of the leader"), alive(notes)],
  sprt: (notes) => [likelihood(notes), withInterval(notes, "difference", "Difference, with its interval")],
};

/** Figures of the trace in an element of their own. */
export class Trace {
  constructor() {
    this.element = h("div.charts", { hidden: true });
    this.text = h("details.card", { hidden: true }, h("summary", {}, h("h2", {}, "Notes")), h("pre.notes", { tabIndex: 0 }));
    this.charts = [];
  }

  show(kind, entries) {
    const notes = entries.map(({ note }) => note).filter((note) => note && typeof note === "object");
    const draw = DRAWN[kind] ?? ((all) => [withInterval(all, "score", "Score")]);
    const drawn = notes.length ? draw(notes).filter(Boolean) : [];
    this.element.hidden = drawn.length === 0;
    while (this.charts.length > drawn.length) {
      const { chart, figure: place } = this.charts.pop();
      chart.close();
      place.remove();
    }
    drawn.forEach((what, i) => {
      if (!this.charts[i]) {
        const box = h("div.chart");
        const caption = h("figcaption");
        const place = h("figure.card", {}, caption, box);
        this.element.append(place);
        this.charts[i] = { chart: new Chart(box), caption, figure: place };
      }
      this.charts[i].caption.textContent = what.title;
      this.charts[i].chart.draw(what);
    });
    this.text.hidden = entries.length === 0;
    const lines = entries.slice(-200).map(({ step, note }) => `${step}  ${typeof note === "string" ? note : JSON.stringify(note)}`);
    const pre = this.text.querySelector("pre");
    if (pre.textContent !== lines.join("\n")) pre.textContent = lines.join("\n");
  }

  close() {
    for (const { chart } of this.charts) chart.close();
  }
}
