'use client';

import { useEffect, useState } from 'react';

export interface HoldClockWords {
  readonly until: string;
  readonly zone: string;
  readonly timer: string;
  /** What is said when so many minutes are left. */
  readonly spoken: Readonly<Record<number, string>>;
  readonly over: string;
}

const spokenMinutes = [5, 2, 1];

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Until when it is held, in words, and counted down. Counted from the seconds that the server sent: a browser's clock
 * may be wrong. The countdown itself is not read out; a second, polite region speaks at the start and near the end.
 */
export function HoldClock({ secondsLeft, words }: { secondsLeft: number; words: HoldClockWords }) {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const started = performance.now();
    const tick = () => setLeft(Math.max(0, Math.round(secondsLeft - (performance.now() - started) / 1000)));
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [secondsLeft]);

  const near = spokenMinutes.filter((minutes) => left <= minutes * 60);
  const spokenNow = left === 0 ? words.over : words.spoken[near.at(-1) ?? Math.ceil(secondsLeft / 60)];
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-rule py-3">
      <p>
        <strong>{words.until}</strong>
        <span className="block text-small text-ink-soft">{words.zone}</span>
      </p>
      <p className="needs-script text-right">
        <span className="sr-only">{words.timer} </span>
        <span
          role="timer"
          aria-live="off"
          className={`tabular text-lead font-bold ${left <= 60 ? 'text-bad' : ''}`}
        >
          {Math.floor(left / 60)}:{twoDigits(left % 60)}
        </span>
      </p>
      <p className="sr-only" aria-live="polite">
        {spokenNow ?? ''}
      </p>
    </div>
  );
}
