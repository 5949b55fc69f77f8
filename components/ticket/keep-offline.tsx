'use client';

import { useEffect } from 'react';

/** As in public/order-worker.js. */
const cacheName = 'order-pages';

/** On the first visit the worker was not there yet when the page and its files were loaded. */
async function keepFirstVisit(): Promise<void> {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/_next/static/'));
  const page = await fetch(location.pathname, { cache: 'no-store', redirect: 'error' });
  if (!page.ok) return;
  const cache = await caches.open(cacheName);
  await cache.put(location.pathname, page);
  await cache.addAll([...new Set(files.map(({ href }) => href))]);
}

/** Keeps this page in the browser, so that it also opens without a connection. `path`: its address. */
export function KeepOffline({ path }: { path: string }) {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const isFirst = navigator.serviceWorker.controller === null;
    navigator.serviceWorker
      .register('/order-worker.js', { scope: path })
      .then(() => (isFirst ? keepFirstVisit() : undefined))
      .catch(() => {
        // Browsers refuse it in private windows or without storage: then the page needs a connection, as any other.
      });
  }, [path]);
  return null;
}
