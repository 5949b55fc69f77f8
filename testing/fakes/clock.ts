/** The clock of the fakes and of the demonstration, which tests can replace so that they need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export interface ManualClock extends Clock {
  /** Moves time on and runs the due timers in order. */
  advance(ms: number): void;
  /** When the timers are due, earliest first. */
  alarms(): number[];
}

/** A clock that moves only when a test says so. */
export function manualClock(start = Date.now()): ManualClock {
  let now = start;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    alarms: () => [...timers].map(({ at }) => at).sort((a, b) => a - b),
    advance: (ms) => {
      const target = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= target).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = target;
    },
  };
}
