import { setImmediate } from 'node:timers/promises';

/** The embedded database counts whole milliseconds: what is written after this has a later time than what was written before. */
export async function nextMillisecond(): Promise<void> {
  const before = Date.now();
  while (Date.now() === before) await setImmediate();
}
