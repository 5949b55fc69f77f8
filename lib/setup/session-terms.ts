import { type Draft, keyedOf } from './draft';
import { clockOf, type SessionView, viewsOf } from './session-view';

/** What sessions have beside their time. */
export type SessionTerms = Pick<
  SessionView,
  'minutes' | 'capacity' | 'lateMinutes' | 'counterPlaces' | 'releaseMinutes'
>;

const termsOf = ({
  minutes,
  capacity,
  lateMinutes,
  counterPlaces,
  releaseMinutes,
}: SessionView): SessionTerms => ({
  minutes,
  capacity,
  lateMinutes,
  counterPlaces,
  releaseMinutes,
});

/** The terms of the sessions that the draft did not have so before, each once; `sessions`: how many have them. */
export function termsOfNew(before: Draft, after: Draft): (SessionTerms & { readonly sessions: number })[] {
  const had = new Set(viewsOfAll(before).map(idOf));
  const found = new Map<string, SessionTerms & { sessions: number }>();
  for (const one of viewsOfAll(after).filter((each) => !had.has(idOf(each)))) {
    const terms = termsOf(one.view);
    const id = JSON.stringify(terms);
    const known = found.get(id);
    if (known === undefined) found.set(id, { ...terms, sessions: 1 });
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

const idOf = ({ event, view }: OfEvent) =>
  JSON.stringify([event, view.key, view.epoch, view.status, termsOf(view)]);
