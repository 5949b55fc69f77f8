/**
 * The service worker of the page at the entrance: it keeps the last page that admits tickets, with its files, for when there
 * is no connection. Its scope is the page's own address, so no other page is affected.
 */
const cacheName = 'door-pages';
const dayDatabase = 'door-day';
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

/** The stored page only if the server does not answer. */
async function answerPage(event) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    const cache = await caches.open(cacheName);
    return (await cache.match(ownPath)) ?? Response.error();
  }
  // With 5xx the server says nothing about the person.
  if (answer.status < 500) event.waitUntil(keep(answer.clone(), new URL(event.request.url)));
  return answer;
}

/** A page that does not admit is a sign-in or a refusal: what is stored for the entrance is deleted. */
async function keep(answer, { searchParams }) {
  const page = answer.ok ? await answer.clone().text() : '';
  if (!page.includes('data-door=')) {
    await caches.delete(cacheName);
    indexedDB.deleteDatabase(dayDatabase);
    return;
  }
  // The page on which the entrance is chosen can't admit, one with a result says what was just done, and one of a search
  // has names of visitors.
  if (!page.includes('data-door="open"') || searchParams.has('shown') || searchParams.has('find')) return;
  const cache = await caches.open(cacheName);
  await cache.put(ownPath, answer);
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
