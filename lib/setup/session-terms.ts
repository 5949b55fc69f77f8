import { type Draft, keyedOf } from './draft';
import { clockOf, type SessionView, viewsOf } from './session-view';

/** What sessions have beside their time. */
export type SessionTerms = Pick<
  SessionView,
  'minutes' | 'capacity' | 'lateMinutes' | 'counterPlaces' | 'releaseMinutes' | 'status'
>;

const termsOf = ({
  minutes,
  capacity,
  lateMinutes,
  counterPlaces,
  releaseMinutes,
  status,
}: SessionView): SessionTerms => ({
  minutes,
  capacity,
  lateMinutes,
  counterPlaces,
  releaseMinutes,
  status,
});

/** Sessions with the same terms: how many, and the times of the day at which they begin. */
export interface SessionsAlike extends SessionTerms {
  readonly sessions: number;
  readonly times: readonly string[];
}

/** The sessions that the draft did not have so before, those with the same terms together. */
export function termsOfNew(before: Draft, after: Draft): SessionsAlike[] {
  const had = new Set(viewsOfAll(before).map(idOf));
  const found = new Map<string, { terms: SessionTerms; times: string[] }>();
  for (const { view } of viewsOfAll(after).filter((each) => !had.has(idOf(each)))) {
    const terms = termsOf(view);
    const id = JSON.stringify(terms);
    const alike = found.get(id) ?? { terms, times: [] };
    alike.times.push(view.time);
    found.set(id, alike);
  }
  return [...found.values()].map(({ terms, times }) => ({
    ...terms,
    sessions: times.length,
    times: [...new Set(times)].sort(),
  }));
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

const idOf = ({ event, view }: OfEvent) => JSON.stringify([event, view.key, view.epoch, termsOf(view)]);
