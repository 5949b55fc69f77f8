'use client';

import { useEffect, useState } from 'react';
import { useSecondsLeft } from '../layout/use-seconds-left';

export interface HoldClockWords {
  readonly until: string;
  readonly zone: string;
  readonly timer: string;
  /** The text when so many minutes are left. */
  readonly spoken: Readonly<Record<number, string>>;
  readonly over: string;
}

const spokenMinutes = [5, 2, 1];

/** The countdown is not read out; a second, polite region speaks at the start and near the end. */
export function HoldClock({ secondsLeft, words }: { secondsLeft: number; words: HoldClockWords }) {
  const left = Math.round(useSecondsLeft(secondsLeft, 1_000));
  const near = spokenMinutes.filter((minutes) => left <= minutes * 60);
  const [isStarted, setStarted] = useState(false);
  // A live region announces only what is put into it after it was there.
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), 500);
    return () => clearTimeout(timer);
  }, []);
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
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </span>
      </p>
      <p className="sr-only" aria-live="polite">
        {isStarted ? spokenNow : ''}
      </p>
    </div>
  );
}
