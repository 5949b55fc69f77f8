import { countOpenTasks } from '../../../shop/flows/attention/count-open-tasks';
import { getAppContext } from '../../../runtime/app-context';

/** For so long a number is shown again before it is read anew. */
const keptMilliseconds = 5_000;

/** Keeps what was read, however many ask for it; who asks while it is being read waits for the same answer. */
export function keeper<Value>(milliseconds: number, now: () => number = () => performance.now()) {
  let kept: { readonly since: number; readonly value: Promise<Value> } | null = null;
  return (read: () => Promise<Value>): Promise<Value> => {
    if (kept !== null && now() - kept.since < milliseconds) return kept.value;
    const mine = { since: now(), value: read() };
    kept = mine;
    mine.value.catch(() => {
      // Who asked is told; the next one reads again.
      if (kept === mine) kept = null;
    });
    return mine.value;
  };
}

const keep = keeper<number>(keptMilliseconds);

/** How many tasks wait for staff: at most one statement of this program every few seconds, not one for each page. */
export async function openTasks(): Promise<number> {
  const { checkoutContext } = await getAppContext();
  return keep(() => countOpenTasks(checkoutContext.database));
}
