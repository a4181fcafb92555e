// The service worker: the page comes from the server as long as that answers, and from a
// copy when it does not. The lab is never kept: its numbers would be old.

const KEPT = "laatta-page";
const PARTS = ["/", "/manifest.webmanifest", "/icon-192.png", "/icon-512.png"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PARTS)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || !PARTS.includes(pathname)) return;
  event.respondWith(
    fetch(event.request).then(async (answer) => {
      if (answer.ok) await (await caches.open(KEPT)).put(pathname, answer.clone());
      return answer;
    }).catch(async () => (await caches.match(pathname)) ?? Response.error()));
});
