import { useEffect, useState } from 'react';

/** Counts down from the seconds that the server sent, because a browser's clock may be wrong. */
export function useSecondsLeft(secondsLeft: number, everyMilliseconds: number): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const started = performance.now();
    const tick = () => setLeft(Math.max(0, secondsLeft - (performance.now() - started) / 1000));
    const timer = setInterval(tick, everyMilliseconds);
    return () => clearInterval(timer);
  }, [secondsLeft, everyMilliseconds]);
  return left;
}

/** As in "4:05". */
export const clockText = (left: number) =>
  `${Math.floor(left / 60)}:${String(Math.floor(left) % 60).padStart(2, '0')}`;

/** From so many seconds on the countdown is amber. */
export const nearEnd = 300;
