'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';

/** The shop's link that this click follows in this window; null if the browser should act itself. */
function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return null;
  return event.target.closest<HTMLAnchorElement>('a[data-navigate]');
}

/** Follows the links of `components/ui/link.tsx`, and shows a line at the top of the window while a page is loaded. */
export function ClientNavigation() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = clickedLink(event);
      if (link === null) return;
      event.preventDefault();
      const { href, dataset } = link;
      startTransition(() => router.push(href, { scroll: dataset['navigate'] !== 'stay' }));
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [router]);
  return isPending ? <span aria-hidden="true" className="pending-line" /> : null;
}
