/** The limits of a room, which staff set. */
export interface Limits {
  readonly leastPerMinute: number;
  readonly mostPerMinute: number;
  /** The most visitors who choose tickets at once. */
  readonly mostActive: number;
}

/** What a room has done until now. */
export interface Progress {
  /** Since the counter was last moved. */
  readonly elapsedSeconds: number;
  /** How many admitted visitors got tickets, or let their time pass, in the last minute. */
  readonly completed: number;
  /** How many are admitted, have time left, and have no tickets yet. */
  readonly active: number;
  readonly waiting: number;
  /** The part of a visitor that the last step left over. */
  readonly allowance: number;
}

export interface Step {
  readonly perMinute: number;
  readonly admit: number;
  readonly allowance: number;
}

/** A process that was away does not admit at once all who could have come in the meantime. */
const longestSeconds = 10;

/**
 * How many visitors to admit now. The rate is twice what the shop completed in the last minute, within the limits:
 * only if more visitors come than it completed does it show that it can do more. If it can't, the number of
 * active visitors reaches its limit, and each one who completes makes room for one other.
 */
export function nextStep(progress: Progress, limits: Limits): Step {
  const { elapsedSeconds, completed, active, waiting, allowance } = progress;
  const perMinute = Math.min(limits.mostPerMinute, Math.max(limits.leastPerMinute, 2 * completed));
  const earned = allowance + (perMinute * Math.min(elapsedSeconds, longestSeconds)) / 60;
  const room = Math.max(0, limits.mostActive - active);
  const admit = Math.min(waiting, room, Math.floor(earned));
  // Only the part of a visitor is kept: a later crowd does not come in all at once.
  return { perMinute, admit, allowance: (earned - admit) % 1 };
}
