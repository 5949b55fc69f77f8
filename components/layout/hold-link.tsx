'use client';

import type { HeldLine } from '@/lib/storefront/shop/basket/held';
import { Link } from '../ui/link';
import { useSecondsLeft } from './use-seconds-left';

export function HoldLink({ href, secondsLeft, label, shortLabel, endedLabel }: HeldLine) {
  const left = useSecondsLeft(secondsLeft, 5_000);
  return (
    <Link
      href={href}
      className="inline-flex min-h-target items-center gap-2 bg-ink px-2 text-small font-bold text-paper no-underline sm:px-3"
    >
      {left > 0 ? (
        <>
          <span className="max-sm:sr-only">{label}</span>
          <span aria-hidden="true" className="max-[22rem]:hidden sm:hidden">
            {shortLabel}
          </span>
          <span className="tabular font-normal whitespace-nowrap needs-script">
            {Math.ceil(left / 60)} min
          </span>
        </>
      ) : (
        endedLabel
      )}
    </Link>
  );
}
