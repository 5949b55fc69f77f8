import { getRuntime } from '../runtime/runtime';

/**
 * Waits for work that a page would like done, but not for long: it goes on by itself, and the page says what is known
 * without it. Its failure is logged; nobody may be waiting for it any more.
 */
export async function waitBriefly(milliseconds: number, work: () => Promise<void>): Promise<void> {
  const { log } = await getRuntime();
  const done = work().catch((error: unknown) => {
    log.error({ err: error }, 'work that a page waited for has failed');
  });
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([done, enough]);
  clearTimeout(timer);
}
