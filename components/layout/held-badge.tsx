'use client';

import { useEffect, useState } from 'react';
import type { HeldLine } from '@/lib/storefront/shop/basket/held';
import { HoldLink } from './hold-link';

/** A browser that has held something has this cookie; it says nothing else. */
const hasBasket = () => /(^|;\s*)basket=1(;|$)/.test(document.cookie);

/** From then on this visitor gets the pages that are the same for all, until something is held again. */
function forgetBasket(): void {
  document.cookie = 'basket=; path=/; max-age=0; samesite=lax';
}

function isHeldLine(value: unknown): value is HeldLine {
  return typeof value === 'object' && value !== null && 'href' in value && 'secondsLeft' in value;
}

async function fetchHeld(href: string, signal: AbortSignal): Promise<HeldLine | null> {
  const response = await fetch(href, { signal });
  if (!response.ok) throw new Error(`what is held could not be read: ${response.status}`);
  const body: unknown = await response.json();
  return isHeldLine(body) ? body : null;
}

/**
 * What this visitor holds. A page that is the same for every visitor does not know it (`held` is undefined), so the
 * browser asks.
 */
export function HeldBadge({ held, href }: { held: HeldLine | null | undefined; href: string }) {
  const [found, setFound] = useState<HeldLine | null>(null);
  useEffect(() => {
    if (held === null) forgetBasket();
    if (held !== undefined || !hasBasket()) return undefined;
    const request = new AbortController();
    fetchHeld(href, request.signal)
      .then((line) => {
        setFound(line);
        if (line === null) forgetBasket();
      })
      // Without an answer the page stays as it is for a visitor who holds nothing.
      .catch(() => setFound(null));
    return () => request.abort();
  }, [held, href]);
  const line = held === undefined ? found : held;
  return line === null ? null : <HoldLink key={`${line.href} ${line.secondsLeft}`} {...line} />;
}
