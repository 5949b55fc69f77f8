'use client';

import { useEffect } from 'react';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { forgetDay } from './device-store';

/** Makes the page of the entrance open without a connection, too. */
export function KeepDoor({ language }: { language: Language }) {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const isFirst = navigator.serviceWorker.controller === null;
    navigator.serviceWorker
      .register('/door-worker.js', { scope: paths.staffDoor(language) })
      .then(() => (isFirst ? keepFirstVisit(language) : undefined))
      .catch(() => {
        // Browsers refuse it in private windows or without storage: then the page needs a connection.
      });
  }, [language]);
  return null;
}

/** On the first visit the worker was not there yet when the page and its files were loaded. */
async function keepFirstVisit(language: Language): Promise<void> {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/_next/static/'));
  const page = await fetch(location.href, { cache: 'no-store', redirect: 'error' });
  if (!page.ok) return;
  const cache = await caches.open('door-pages');
  await cache.put(paths.staffDoor(language), page);
  await cache.addAll([...new Set(files.map(({ href }) => href))]);
}

/** Shown to a person who may not admit (any more): what the device stored for the entrance is deleted. */
export function ForgetDoor() {
  useEffect(() => {
    if ('indexedDB' in globalThis) void forgetDay();
  }, []);
  return null;
}
