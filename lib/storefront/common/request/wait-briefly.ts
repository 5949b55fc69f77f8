import { getAppContext } from '../../../runtime/app-context';
import { requestState } from '../../../runtime/request-state';

/**
 * Waits a limited time for work that a page would like to be done. Afterwards the work continues, and the
 * page shows what is known without it. Its failure is logged, because no caller may be waiting for it any
 * more. Other pages are rendered in the meantime.
 */
export async function waitBriefly(milliseconds: number, work: () => Promise<void>): Promise<void> {
  const { log } = await getAppContext();
  const done = work().catch((error: unknown) => {
    log.error({ err: error }, 'work that a page waited for has failed');
  });
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  const first = () => Promise.race([done, enough]);
  await (requestState()?.stepAside?.(first) ?? first());
  clearTimeout(timer);
}
