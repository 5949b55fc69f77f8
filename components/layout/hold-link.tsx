'use client';

import { useEffect, useState } from 'react';
import { Link } from '../ui/link';

/**
 * The way back to what is held, with the minutes that remain. Counted from the seconds that the server sent, never
 * from the browser's idea of the time.
 */
export function HoldLink({
  href,
  secondsLeft,
  label,
  shortLabel,
  endedLabel,
}: {
  href: string;
  secondsLeft: number;
  label: string;
  /** Where room is short; the long one is still read out. */
  shortLabel: string;
  endedLabel: string;
}) {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const started = performance.now();
    const tick = () => setLeft(Math.max(0, secondsLeft - (performance.now() - started) / 1000));
    const timer = setInterval(tick, 5_000);
    return () => clearInterval(timer);
  }, [secondsLeft]);

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
          <span className="tabular font-normal whitespace-nowrap">{Math.ceil(left / 60)} min</span>
        </>
      ) : (
        endedLabel
      )}
    </Link>
  );
}
