import { type Draft, keyedOf } from './draft';
import { clockOf, type SessionView, viewsOf } from './session-view';

/** What sessions have beside their time. */
export type SessionTerms = Pick<SessionView, 'minutes' | 'capacity' | 'lateMinutes'>;

/** The terms of the sessions that the draft did not have so before, each once; `sessions`: how many have them. */
export function termsOfNew(before: Draft, after: Draft): (SessionTerms & { readonly sessions: number })[] {
  const had = new Set(viewsOfAll(before).map(idOf));
  const found = new Map<string, SessionTerms & { sessions: number }>();
  for (const one of viewsOfAll(after).filter((each) => !had.has(idOf(each)))) {
    const { minutes, capacity, lateMinutes } = one.view;
    const id = JSON.stringify([minutes, capacity, lateMinutes]);
    const known = found.get(id);
    if (known === undefined) found.set(id, { minutes, capacity, lateMinutes, sessions: 1 });
    else known.sessions += 1;
  }
  return [...found.values()];
}

interface OfEvent {
  readonly event: string;
  readonly view: SessionView;
}

const viewsOfAll = (draft: Draft): OfEvent[] => {
  const clock = clockOf(draft);
  return keyedOf(draft.events).flatMap(({ key, members }) =>
    viewsOf(members['sessions'], clock).map((view) => ({ event: key, view })),
  );
};

const idOf = ({ event, view: { key, epoch, minutes, capacity, lateMinutes, status } }: OfEvent) =>
  JSON.stringify([event, key, epoch, minutes, capacity, lateMinutes, status]);
