'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** After a navigation within the shop the focus moves to the page's heading, as on a freshly loaded page. */
export function FocusOnNavigation() {
  const pathname = usePathname();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // The server put it into the first page, and it is about that page only (lib/page-cache/outdated-page.ts).
    document.querySelector('.outdated-notice')?.remove();
    const heading = document.querySelector('h1');
    if (heading === null || document.activeElement?.matches('[role=alert], [role=status]') === true) return;
    heading.setAttribute('tabindex', '-1');
    heading.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
