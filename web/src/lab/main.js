// The dashboard: listens to the server, keeps what it was told, and shows it.

import { load, store } from "../model/storage.js";
import { announce, notice } from "../view/announcer.js";
import { confirmed } from "../view/dialogs.js";
import { $ } from "../view/dom.js";
import { ask, change, listen, useToken } from "./api.js";
import { redrawCharts } from "./chart.js";
import { Detail } from "./detail.js";
import { prepareExperiments, showExperiments } from "./experiments.js";
import { prepareHealth, showHealth } from "./health.js";
import { markWide } from "./rows.js";
import { addRate, prepareWorkers, setRates, showWorkers } from "./workers.js";
import { plural, rate } from "./words.js";

const darkScheme = matchMedia("(prefers-color-scheme: dark)");
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  redrawCharts();
}
setTheme(load("theme") ?? (darkScheme.matches ? "dark" : "light"));
darkScheme.addEventListener("change", () => load("theme") ?? setTheme(darkScheme.matches ? "dark" : "light"));
$("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  setTheme(theme);
  store("theme", theme);
});

const state = { experiments: new Map(), selected: null, detail: null, session: { has_token: false, may_control: false } };
prepareExperiments();
prepareWorkers();
prepareHealth();

/* --- what is shown ------------------------------------------------------------ */

function showConnection(kind, text) {
  $("connection").dataset.state = kind;
  if ($("connection-text").textContent !== text) $("connection-text").textContent = text;
}

function showTrouble(text) {
  $("trouble").hidden = !text;
  if (text && $("trouble").textContent !== text) $("trouble").textContent = text;
}

async function act(name, verb) {
  if (verb === "cancel" && !(await confirmed(`Cancel ${name}?`, "Its games that are not finished are dropped for good.", "Cancel the experiment", "Keep it"))) return;
  try {
    const { experiment } = await change(name, verb);
    state.experiments.set(experiment.id, experiment);
    announce(`${name} is ${experiment.state}`);
    showList();
    if (state.selected === name) state.detail?.told(experiment);
  } catch (error) {
    notice(error.message, "error");
    if (error.status === 401) await learnSession();
  }
}

function showList() {
  const list = [...state.experiments.values()].sort((a, b) => b.id - a.id);
  showExperiments(list, state.selected, state.session.may_control, act);
}

/** The experiment in the address, or the newest one. */
function select() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const list = [...state.experiments.values()];
  const x = list.find((one) => one.name === wanted) ?? list.sort((a, b) => b.id - a.id)[0];
  if (!x || x.name === state.selected) return;
  state.detail?.close();
  state.selected = x.name;
  document.title = `${x.name} – laatta lab`;
  state.detail = new Detail(x.name, {
    act,
    mayControl: () => state.session.may_control,
    complain: (error) => (error.status === 401 ? refused() : error.status && notice(error.message, "error")),
  });
  state.detail.told(x);
  showList();
}

addEventListener("hashchange", () => {
  select();
  $("detail").scrollIntoView({ block: "start" });
});

/* --- what the server tells ------------------------------------------------------ */

async function learnHistory() {
  try {
    setRates((await ask("experiments")).rates);
  } catch {}
}

function take(message) {
  const { database } = message;
  if (message.all) {
    state.experiments.clear();
    learnHistory();
  }
  for (const x of message.experiments) state.experiments.set(x.id, x);
  $("lab").hidden = false;
  $("unlock").hidden = !(state.session.has_token && !state.session.may_control);
  showTrouble(database.state === "away" ? `The database cannot be read: ${database.error}. This page goes on by itself once it is back.` : "");
  const working = showWorkers(message.workers);
  addRate(message.rates);
  showHealth(message.health);
  const speed = message.rates?.moves_a_second;
  const doing = working ? ` · ${plural(working, "worker", "workers")}, ${speed ? `${rate(speed)} moves a second` : "waiting"}` : " · nobody works";
  if (database.state === "open") showConnection("live", `Live · ${database.address}${doing}`);
  else showConnection(database.state, database.state === "away" ? "The database is away" : "Opening the database …");
  if (message.experiments.length || message.all) showList();
  select();
  const mine = message.experiments.find((x) => x.name === state.selected);
  if (mine) state.detail?.told(mine);
  markWide();
}

addEventListener("resize", markWide);

/* --- the token -------------------------------------------------------------------- */

function refused() {
  $("lab").hidden = true;
  $("unlock").hidden = false;
  $("unlock-why").textContent = "This server shows its lab to those who know its token.";
  showConnection("away", "Locked");
}

async function learnSession() {
  try {
    state.session = await ask("session");
    const { has_token, may_control } = state.session;
    $("read-only").textContent = may_control ? "" : has_token ? "Read only until the token is entered." : "Read only: a server started with LAATTA_TOKEN lets those who know it pause, resume and cancel.";
    $("unlock").hidden = !has_token || may_control;
    $("unlock-why").textContent = "Who knows the token of this server may pause, resume and cancel experiments.";
    showList();
    const mine = [...state.experiments.values()].find((x) => x.name === state.selected);
    if (mine) state.detail?.told(mine);
    return true;
  } catch (error) {
    if (error.status === 401) {
      useToken(null);
      refused();
    }
    return false;
  }
}

const stream = listen({
  message: take,
  lost: (error) => showConnection("away", `${error.message} Trying again …`),
  refused,
});
learnSession();

$("unlock").addEventListener("submit", async (event) => {
  event.preventDefault();
  $("unlock-problem").textContent = "";
  useToken($("token").value);
  if (await learnSession()) {
    $("token").value = "";
    announce("Unlocked");
    stream.restart();
  } else {
    $("unlock-problem").textContent = "That is not the token.";
  }
});

// For the browser's console and the tests.
globalThis.lab = state;
