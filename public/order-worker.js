/**
 * The service worker of an order's page: it keeps the last page that the server sent, with its files, for when there is no
 * connection. Its scope is the page's own address, so no other page is affected.
 */
const cacheName = 'order-pages';
const ownPath = new URL(self.registration.scope).pathname;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === ownPath) event.respondWith(answerPage(event));
  else if (pathname.startsWith('/_next/static/')) event.respondWith(answerFile(event));
});

/** The stored page only if the server does not answer; what the server no longer shows is removed. */
async function answerPage(event) {
  const cache = await caches.open(cacheName);
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    const stored = await cache.match(ownPath);
    return stored === undefined ? Response.error() : markStored(stored);
  }
  // With a query the page answers what was just done: that is not true later.
  const { search } = new URL(event.request.url);
  if (answer.ok && search === '') event.waitUntil(cache.put(ownPath, answer.clone()));
  // With 5xx the server says nothing about the order.
  else if (!answer.ok && answer.status < 500) event.waitUntil(cache.delete(ownPath));
  return answer;
}

/** The names of these files change with their content. */
async function answerFile(event) {
  const cache = await caches.open(cacheName);
  const stored = await cache.match(event.request);
  if (stored !== undefined) return stored;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(cache.put(event.request, answer.clone()));
  return answer;
}

/** The page's style shows by this mark that it is the stored copy. */
async function markStored(stored) {
  const page = await stored.text();
  const headers = new Headers(stored.headers);
  // Of the body as it was sent.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(page.replace('<html ', '<html data-stored="" '), { headers });
}
