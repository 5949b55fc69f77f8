import type { Visitor } from '../../../shop/flows/lookup/read-visitors';

export interface VisitorCounts {
  readonly states: Readonly<Record<Visitor['status'], number>>;
  /** The tickets of each tariff that are not cancelled, the most frequent first. */
  readonly tariffs: readonly { readonly name: string; readonly count: number }[];
}

export function visitorCounts(visitors: readonly Pick<Visitor, 'status' | 'tariff'>[]): VisitorCounts {
  const states = { valid: 0, redeemed: 0, cancelled: 0 };
  const tariffs = new Map<string, number>();
  for (const { status, tariff } of visitors) {
    states[status] += 1;
    if (status !== 'cancelled') tariffs.set(tariff, (tariffs.get(tariff) ?? 0) + 1);
  }
  return {
    states,
    tariffs: [...tariffs]
      .map(([name, count]) => ({ name, count }))
      .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  };
}
