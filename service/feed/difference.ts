import { type ChangedThing, type FeedKind, feedKinds, mostOfDifference } from '@/lib/contract/feed-import';
import type { SessionChangeKind } from '@/lib/contract/session-change';
import { CountedList } from '../http/counted-list';
import type { ChangedRow } from './feed-store';

/** A thing in a difference before its name was looked up. */
export type NotedThing = Pick<ChangedThing, 'kind' | 'change' | 'id' | 'members'>;

/** A price that differs; `id` is the offer's. */
export interface NotedPrice {
  id: string;
  from: string;
  to: string;
}

/** A session that is retired, moved, cancelled, postponed or restored, whether tickets of it were sold or not. */
export interface NotedSession {
  id: string;
  what: SessionChangeKind;
  from: string;
  to: string | null;
}

/** What an import changed: all sessions whose holders may be concerned, and the first of everything else. */
export interface Noted {
  things: readonly NotedThing[];
  prices: CountedList<NotedPrice>;
  sessions: readonly NotedSession[];
}

/** Collects what an import changes, while it changes it. */
export function openDifference() {
  const things = new Map<string, CountedList<NotedThing>>();
  const prices = new CountedList<NotedPrice>(mostOfDifference);
  const sessions: NotedSession[] = [];
  return {
    note: (kind: FeedKind, row: ChangedRow): void => {
      const key = `${kind} ${row.change}`;
      const list = things.get(key) ?? new CountedList<NotedThing>(mostOfDifference);
      things.set(key, list);
      list.add(() => ({ kind, change: row.change, id: row.id, members: row.members.map(memberName) }));
      const price = changedPrice(row);
      if (price !== null) prices.add(() => price);
      sessions.push(...changesOfSession(row));
    },
    noted: (): Noted => ({
      things: feedKinds.flatMap((kind) =>
        changes.flatMap((change) => things.get(`${kind} ${change}`)?.kept ?? []),
      ),
      prices,
      sessions,
    }),
  };
}

const changes = ['added', 'changed', 'retired'] as const;

function changedPrice({ id, before, after }: ChangedRow): NotedPrice | null {
  const [from, to] = [before?.price ?? null, after?.price ?? null];
  return from === null || to === null || from === to ? null : { id, from, to };
}

/** It does not take place at its time. */
const isOff = (status: string | null): status is 'cancelled' | 'postponed' =>
  status === 'cancelled' || status === 'postponed';

/** What one import did to a session, in its order: it can be moved, and postponed or restored, at once. */
function changesOfSession({ id, change, before, after }: ChangedRow): NotedSession[] {
  const earlier = before?.occursAt ?? null;
  if (before === null || earlier === null) return [];
  const from = new Date(earlier).toISOString();
  if (change === 'retired') return [{ id, what: 'retired', from, to: null }];
  const later = after?.occursAt ?? null;
  if (after === null || later === null) return [];
  const to = new Date(later).toISOString();
  const { status } = after;
  const isRestored = !isOff(status) && (before.isRetired || isOff(before.status));
  return [
    ...(to === from ? [] : [{ id, what: 'moved' as const, from, to }]),
    ...(isOff(status) && (status !== before.status || before.isRetired)
      ? [{ id, what: status, from: to, to: null }]
      : []),
    ...(isRestored ? [{ id, what: 'restored' as const, from: to, to: null }] : []),
  ];
}

/** `sale_starts_at` → `saleStartsAt`, as feeds and answers write it. */
function memberName(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
