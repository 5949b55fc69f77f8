import type { Reader } from '@/lib/database/database';
import {
  attentionGroups,
  countAttention,
  readAttention,
  type Waiting,
} from '@/lib/shop/flows/attention/attention';

/** A purchase that needs staff, and the reason. */
export interface WaitingPurchase extends Waiting {
  reasons: string[];
}

/** All purchases in any group, each once; the longest waiting first. */
export async function findInAttention(reader: Reader): Promise<WaitingPurchase[]> {
  const counts = await countAttention(reader);
  const all: Waiting[] = [];
  for (const group of attentionGroups) {
    const limit = counts.get(group) ?? 0;
    if (limit > 0) all.push(...(await readAttention(reader, [group], { limit, offset: 0 })));
  }
  const longestFirst = all.toSorted((one, other) => other.waitingSeconds - one.waitingSeconds);
  return longestFirst
    .filter(({ id }, index) => index === longestFirst.findIndex((one) => one.id === id))
    .map((first) => {
      const reasons = longestFirst.filter(({ id }) => id === first.id).map(({ waitsFor }) => waitsFor);
      return { ...first, reasons: [...new Set(reasons)] };
    });
}
