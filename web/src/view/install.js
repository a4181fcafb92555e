// Where a server is, the page can be installed and works without it: a manifest, and a
// service worker that keeps a copy. A page opened from a file needs neither.

import { h } from "./dom.js";

export function install() {
  if (!location.protocol.startsWith("http")) return;
  document.head.append(h("link", { rel: "manifest", href: "/manifest.webmanifest" }), h("link", { rel: "apple-touch-icon", href: "/icon-192.png" }));
  // Without one (a private window, a plain address off this machine) the page is as good.
  navigator.serviceWorker?.register("/offline.js").catch(() => {});
}
