'use client';

import type { HeldLine } from '@/lib/storefront/shop/basket/held';
import { Link } from '../ui/link';
import { clockText, nearEnd, useSecondsLeft } from './use-seconds-left';

export function HoldLink({ href, secondsLeft, label, shortLabel, endedLabel }: HeldLine) {
  const left = Math.round(useSecondsLeft(secondsLeft, 1_000));
  const look = left > nearEnd ? 'bg-ink text-paper' : 'bg-amber text-on-amber';
  return (
    <Link
      href={href}
      className={`inline-flex min-h-target items-center gap-2 px-2 text-small font-bold no-underline sm:px-3 ${look}`}
    >
      {left > 0 ? (
        <>
          <span className="max-sm:sr-only">{label}</span>
          <span aria-hidden="true" className="max-[22rem]:hidden sm:hidden">
            {shortLabel}
          </span>
          <span className="sr-only needs-script">{Math.ceil(left / 60)} min</span>
          <span aria-hidden="true" className="tabular needs-script">
            {clockText(left)}
          </span>
        </>
      ) : (
        endedLabel
      )}
    </Link>
  );
}
