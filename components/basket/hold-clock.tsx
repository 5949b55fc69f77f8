'use client';

import { useEffect, useState } from 'react';
import { clockText, nearEnd, useSecondsLeft } from '../layout/use-seconds-left';

export interface HoldClockWords {
  readonly until: string;
  readonly zone: string;
  readonly timer: string;
  /** The text when so many minutes are left. */
  readonly spoken: Readonly<Record<number, string>>;
  readonly over: string;
}

const spokenMinutes = [5, 2, 1];
/** Afterwards it is not true any more, and a screen reader would still find it. */
const spokenSeconds = 10;

/** The minutes to read out when so many seconds are left of those at the beginning; null: nothing now. */
export function minutesToSay(left: number, atFirst: number): number | null {
  if (atFirst - left < spokenSeconds) return Math.ceil(atFirst / 60);
  return spokenMinutes.find((minutes) => left <= minutes * 60 && left > minutes * 60 - spokenSeconds) ?? null;
}

/** The countdown is not read out; a second, polite region speaks at the start and near the end, and is empty in between. */
export function HoldClock({ secondsLeft, words }: { secondsLeft: number; words: HoldClockWords }) {
  const left = Math.round(useSecondsLeft(secondsLeft, 1_000));
  const [isStarted, setStarted] = useState(false);
  // A live region announces only what is put into it after it was there.
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), 500);
    return () => clearTimeout(timer);
  }, []);
  const minutes = minutesToSay(left, secondsLeft);
  const spokenNow = left === 0 ? words.over : minutes === null ? '' : words.spoken[minutes];
  return (
    <div className="flex grow items-baseline justify-between gap-4 py-2">
      <p>
        <strong>{words.until}</strong>
        <span className="block text-small text-ink-soft">{words.zone}</span>
      </p>
      <p className="needs-script text-right">
        <span className="sr-only">{words.timer} </span>
        <span
          role="timer"
          aria-live="off"
          className={`tabular px-2 text-lead font-bold ${left > nearEnd ? '' : 'bg-amber text-on-amber'}`}
        >
          {clockText(left)}
        </span>
      </p>
      <p className="sr-only" aria-live="polite">
        {isStarted ? spokenNow : ''}
      </p>
    </div>
  );
}
