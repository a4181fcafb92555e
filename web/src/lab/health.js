// What does not go on and why, the machines that play, and the database's servers.

import { $, h } from "../view/dom.js";
import { renewRows } from "./rows.js";
import { grouped, plural, rate, span } from "./words.js";

const HOSTS = ["Host", "Workers", "Threads", "Games", "Moves a second"];
const NODES = ["Server", "Role", "Takes changes", "Behind", "Says"];

const head = (names) => h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, name))));

export function prepareHealth() {
  $("hosts").append(head(HOSTS), h("tbody"));
  $("nodes").append(head(NODES), h("tbody"));
  $("stuck").append(head(["Experiment", "Games", "Why"]), h("tbody"));
}

/** The server's {stuck, hosts, nodes}; null as long as it has not looked. */
export function showHealth(health) {
  if (!health) return;
  const { stuck, hosts, nodes } = health;
  $("stuck-card").hidden = stuck.length === 0;
  renewRows(
    $("stuck").tBodies[0],
    stuck,
    (one) => `${one.experiment} ${one.why.replace(/\d+ s /, "")}`,
    (one) => [one.experiment, grouped(one.games), one.why],
  );
  $("hosts").hidden = hosts.length < 2;
  renewRows(
    $("hosts").tBodies[0],
    hosts,
    (host) => host.host,
    (host) => [host.host, grouped(host.workers), grouped(host.threads), grouped(host.games), rate(host.moves_a_second)],
  );
  $("nodes-card").hidden = nodes.length === 0;
  $("nodes-title").textContent = nodes.length > 1 ? `Database: ${plural(nodes.length, "server", "servers")}` : "Database";
  renewRows(
    $("nodes").tBodies[0],
    nodes,
    (node) => node.name,
    (node) => [node.name, node.role, node.writable ? "yes" : "no", node.lag == null ? "" : span(node.lag), node.details],
  );
}
