'use client';

import { useEffect } from 'react';

/** Scrolls to what runs or comes next when the page is opened, unless the address names a place or the browser knows it. */
export function JumpToNow({ id }: { readonly id: string }) {
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation');
    const isReturn = entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
    if (location.hash === '' && !isReturn && scrollY === 0) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return null;
}
