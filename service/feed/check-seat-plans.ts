import type { FeedSeatPlan, ParsedFeed } from '@/lib/contract/feed';
import { maximumSeats } from '@/lib/contract/seat';
import { countSeats } from '../seat/seat-plan';
import { checkTwice, type Findings, type Path } from './finding';

/** Finds what is wrong with the plans of a feed, and names of plans and zones that it does not have. */
export function* checkSeatPlans({ catalog, seatPlans, events, products }: ParsedFeed): Findings {
  yield* checkTwice(seatPlans, 'key', ['seatPlans']);
  for (const [i, plan] of seatPlans.entries()) yield* checkPlan(plan, catalog.language, ['seatPlans', i]);
  const plans = new Set(seatPlans.map(({ key }) => key));
  for (const [i, { sessions }] of events.entries()) {
    for (const [j, { seatPlan }] of sessions.entries()) {
      yield seatPlan === null || plans.has(seatPlan)
        ? undefined
        : {
            path: ['events', i, 'sessions', j, 'seatPlan'],
            detail: `There is no seat plan "${seatPlan}".`,
          };
    }
  }
  const zones = new Set(seatPlans.flatMap((plan) => plan.zones.map(({ key }) => key)));
  for (const [i, { tickets }] of products.entries()) {
    for (const [j, { zone }] of tickets.entries()) {
      yield zone === null || zones.has(zone)
        ? undefined
        : { path: ['products', i, 'tickets', j, 'zone'], detail: `No seat plan has a zone "${zone}".` };
    }
  }
}

function* checkPlan(plan: FeedSeatPlan, language: string, path: Path): Findings {
  const seats = countSeats(plan);
  if (seats > maximumSeats)
    yield { path, detail: `It has ${seats} seats; a plan has ${maximumSeats} at most.` };
  yield* checkNames([{ path, name: plan.name }], language);
  yield* checkTwice(plan.zones, 'key', [...path, 'zones']);
  yield* checkTwice(plan.sections, 'key', [...path, 'sections']);
  const named = (list: 'zones' | 'sections') =>
    plan[list].map(({ name }, i) => ({ path: [...path, list, i], name }));
  yield* checkNames([...named('zones'), ...named('sections')], language);
  const zones = new Set(plan.zones.map(({ key }) => key));
  for (const [i, { rows }] of plan.sections.entries()) {
    yield* checkTwice(rows, 'name', [...path, 'sections', i, 'rows']);
    for (const [j, row] of rows.entries())
      yield* checkRow(row, zones, [...path, 'sections', i, 'rows', j, 'seats']);
  }
}

function* checkNames(
  named: readonly { path: Path; name: Readonly<Record<string, string>> }[],
  language: string,
): Findings {
  for (const { path, name } of named) {
    if ((name[language] ?? '').trim() !== '') continue;
    const detail = `A text in "${language}", the catalogue's language, is needed.`;
    yield { path: [...path, 'name', language], detail, isMissing: true };
  }
}

type Row = FeedSeatPlan['sections'][number]['rows'][number];

function* checkRow({ seats }: Row, zones: ReadonlySet<string>, path: Path): Findings {
  yield* checkTwice(seats, 'name', path);
  const wheelchairs = new Set(seats.filter(({ wheelchair }) => wheelchair).map(({ name }) => name));
  for (const [i, { zone, companionOf }] of seats.entries()) {
    if (!zones.has(zone)) yield { path: [...path, i, 'zone'], detail: `The plan has no zone "${zone}".` };
    yield companionOf === null || wheelchairs.has(companionOf)
      ? undefined
      : {
          path: [...path, i, 'companionOf'],
          detail: `The row has no place for a wheelchair "${companionOf}".`,
        };
  }
}
