import { type Finding, ok, warning, wrong } from './check';

/** Machines that follow a time server differ by less. */
const usual = 2;
/** Tokens are accepted for a minute longer than they are valid. */
const harmless = 30;

/** A moment by our clock in milliseconds, before a question and after its answer. */
export interface Asked {
  readonly before: number;
  readonly after: number;
}

/**
 * By how much the clock of another machine is ahead of ours at least. It told a time from `told` on, but less than `resolution`
 * later (milliseconds), at some moment while we waited.
 */
export function secondsAhead(told: number, resolution: number, { before, after }: Asked): number {
  if (told > after) return (told - after) / 1000;
  return Math.min(0, told + resolution - before) / 1000;
}

/** The same of a Date header, which has whole seconds; null: it is missing. */
export function secondsAheadOf(date: string | undefined, asked: Asked): number | null {
  const told = Date.parse(date ?? '');
  return Number.isNaN(told) ? null : secondsAhead(told, 1000, asked);
}

/** What the clock of another machine says. `ahead`: by how many seconds it is ahead of ours; null: it told no time. */
export function judgeClock(whose: string, ahead: number | null): Finding {
  if (ahead === null) return warning(`${whose} tells no time, so its clock is not known.`);
  const seconds = Math.round(Math.abs(ahead));
  if (seconds <= usual) return ok(`The clock of ${whose} is that of this machine.`);
  const how = `The clock of ${whose} is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine.`;
  const advice = 'Let both follow a time server (NTP)';
  return seconds <= harmless
    ? warning(`${how} ${advice}.`)
    : wrong(`${how} ${advice}: tokens, webhooks and holds are judged by their times.`);
}
