import type { Reader } from '@/lib/database/database';
import {
  type AttentionPart,
  onOnePage,
  readAttentionPlace,
  type Waiting,
} from '@/lib/shop/flows/attention/attention';
import { type TaskKind, taskKinds } from '@/lib/shop/tables/task-table';

/** A purchase that needs staff, and the reasons. */
export interface WaitingPurchase extends Waiting {
  reasons: string[];
}

/** How many tasks of each kind are open. */
export async function countTasks(reader: Reader): Promise<Record<TaskKind, number>> {
  const parts = await readAttentionPlace(reader, { group: null, page: 1 }, 'all');
  const countOf = (kind: TaskKind) => parts.find(({ group }) => group === kind)?.count ?? 0;
  return Object.fromEntries(taskKinds.map((kind) => [kind, countOf(kind)])) as Record<TaskKind, number>;
}

/** The open tasks of a kind, as the pages of the list have them. */
export async function readAll(reader: Reader, group: TaskKind): Promise<Waiting[]> {
  const read = async (page: number): Promise<AttentionPart> => {
    const [part] = await readAttentionPlace(reader, { group, page }, 'all');
    if (part === undefined) throw new Error('a page of one kind is always there');
    return part;
  };
  const { pages, count } = await read(1);
  const all = await Promise.all(Array.from({ length: pages }, (_, i) => read(i + 1)));
  const entries = all.flatMap((part) => part.entries);
  if (entries.length !== count || count > pages * onOnePage)
    throw new Error('the pages are not all of the tasks');
  return entries;
}

/** All purchases with a task, each once; the longest waiting first. */
export async function findInAttention(reader: Reader): Promise<WaitingPurchase[]> {
  const all = (await Promise.all(taskKinds.map((kind) => readAll(reader, kind)))).flat();
  const longestFirst = all.toSorted((one, other) => other.waitingSeconds - one.waitingSeconds);
  return longestFirst
    .filter(({ id }, index) => index === longestFirst.findIndex((one) => one.id === id))
    .map((first) => {
      const reasons = longestFirst.filter(({ id }) => id === first.id).map(({ task }) => task.reason);
      return { ...first, reasons: [...new Set(reasons)] };
    });
}
