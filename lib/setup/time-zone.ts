import type { ZoneClock } from '../locale/zone-clock';
import { type Draft, isMembers, keyedOf, listOf, type Members } from './draft';
import { clockOf, epochOf, viewsOf } from './session-view';

/** What stays when the time zone changes: the moments of sessions, or their days and hours by the clock. */
export const keptTimes = ['moments', 'hours'] as const;
export type KeptTimes = (typeof keptTimes)[number];

/** The draft with the moments that its sessions and sales have after its time zone was changed from that of `before`. */
export function keepTimes(before: Draft, after: Draft, keep: KeptTimes): Draft {
  const [old, now] = [clockOf(before), clockOf(after)];
  const moved = (thing: unknown) =>
    isMembers(thing) ? withMoved(thing, (text) => move(text, old, now, keep)) : thing;
  const within = (list: readonly unknown[], member: 'sessions' | 'offers') =>
    list.map((one) =>
      isMembers(one) && member in one ? { ...one, [member]: listOf(one[member]).map(moved) } : one,
    );
  return {
    ...after,
    events: within(after.events, 'sessions'),
    products: within(after.products, 'offers'),
  };
}

function withMoved(thing: Members, moved: (text: string) => string): Members {
  const members = ['occursAt', 'saleStartsAt', 'saleEndsAt'].flatMap((member) => {
    const text = thing[member];
    return typeof text === 'string' ? [[member, moved(text)] as const] : [];
  });
  return { ...thing, ...Object.fromEntries(members) };
}

/** Without an offset a moment is one of the catalogue's clock, so that it has kept its hour. */
function move(text: string, old: ZoneClock, now: ZoneClock, keep: KeptTimes): string {
  const epoch = epochOf(text, old);
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(text);
  if (epoch === null || hasOffset === (keep === 'moments')) return text;
  if (keep === 'moments') return now.at(epoch).text;
  const wall = Date.parse(`${old.at(epoch).text.slice(0, 19)}Z`);
  return now.at(now.atWall(wall).epoch).text;
}

/** A session before and after, by the clock of each draft. */
export interface ShownTimes {
  readonly sessions: number;
  readonly from: { readonly day: string; readonly time: string };
  readonly to: { readonly day: string; readonly time: string };
}

/** How many sessions are at another moment or shown at another hour in `after`, with the first one; null: none is. */
export function changedTimes(before: Draft, after: Draft): ShownTimes | null {
  const [old, now] = [viewsOfAll(before), viewsOfAll(after)];
  const changed = old.flatMap((from, index) => {
    const to = now[index];
    const isSame = to?.epoch === from.epoch && to.day === from.day && to.time === from.time;
    return to === undefined || isSame || from.epoch === null ? [] : [{ from, to, epoch: from.epoch }];
  });
  const [first] = changed.sort((one, other) => one.epoch - other.epoch);
  return first === undefined ? null : { sessions: changed.length, from: first.from, to: first.to };
}

const viewsOfAll = (draft: Draft) =>
  keyedOf(draft.events).flatMap(({ members }) => viewsOf(members['sessions'], clockOf(draft)));
