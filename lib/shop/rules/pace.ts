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
  /** How many admitted visitors got tickets, did not come, or let their time pass, in the last minute. */
  readonly completed: number;
  /** How many admitted visitors are choosing tickets (see progress-store.ts). */
  readonly active: number;
  readonly waiting: number;
  /** The part of a visitor that the last step left over. */
  readonly allowance: number;
  /** How many were admitted each minute lately, while others waited; null until that is known. */
  readonly achieved: number | null;
}

export type Step = Pick<Progress, 'allowance' | 'achieved'> & {
  readonly perMinute: number;
  readonly admit: number;
};

/** A process that was away does not admit at once all who could have come in the meantime. */
const longestSeconds = 10;

/** The achieved rate is that of about the last minute. */
const rememberedSeconds = 60;

/** An average in which what is longer ago counts less. At least one a minute, because estimates divide by it. */
function achievedRate(before: number, admit: number, elapsedSeconds: number): number {
  const share = 1 - Math.exp(-elapsedSeconds / rememberedSeconds);
  return Math.max(1, before + share * ((admit * 60) / elapsedSeconds - before));
}

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
  // A line that ends says nothing about how fast a longer one moves.
  const achieved =
    waiting > admit ? achievedRate(progress.achieved ?? perMinute, admit, elapsedSeconds) : progress.achieved;
  // Only the part of a visitor is kept: a later crowd does not come in all at once.
  return { perMinute, admit, allowance: (earned - admit) % 1, achieved };
}
