import type { ParsedFeed } from '@/lib/contract/feed';
import { jsonPath } from '../http/violations';
import { CountedList } from '../http/counted-list';
import { checkSeatPlans } from './check-seat-plans';
import { checkTwice, type Finding, type Findings, type Path } from './finding';
import { type Violation, mostViolations } from '../http/problem';

/** Finds what a schema can't: repeated keys, dangling references, texts without the catalogue's language. */
export function* checkFeed(feed: ParsedFeed): Generator<undefined, CountedList<Violation>> {
  const violations = new CountedList<Violation>(mostViolations);
  for (const check of [
    checkTimezone,
    checkTexts,
    checkKeys,
    checkReferences,
    checkForms,
    checkSeatPlans,
    checkGiftCards,
    checkQuantities,
    checkCounterPlaces,
  ]) {
    for (const finding of check(feed)) {
      yield;
      if (finding === undefined) continue;
      const { path, detail, isMissing } = finding;
      violations.add(() => ({
        ...(isMissing ? { code: 'missingField', messageKey: 'missingValue' } : { code: 'regex' }),
        path: jsonPath(path),
        detail,
      }));
    }
  }
  return violations;
}

function* checkTimezone({ catalog }: ParsedFeed): Findings {
  try {
    new Intl.DateTimeFormat('en', { timeZone: catalog.timezone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    yield {
      path: ['catalog', 'timezone'],
      detail: `"${catalog.timezone}" is not a time zone; one is needed, such as "Europe/Paris".`,
    };
  }
}

function* checkTexts({ catalog, events, products }: ParsedFeed): Findings {
  const { language } = catalog;
  const check = (path: Path, text: Record<string, string>): Finding => {
    if ((text[language] ?? '').trim() !== '') return undefined;
    const detail = `A text in "${language}", the catalogue's language, is needed.`;
    return { path: [...path, language], detail, isMissing: true };
  };
  yield check(['catalog', 'name'], catalog.name);
  for (const [i, { name, meetingPoint, included }] of events.entries()) {
    for (const [member, text] of Object.entries({ name, meetingPoint, included }))
      yield text === null ? undefined : check(['events', i, member], text);
  }
  for (const [i, { name, tickets }] of products.entries()) {
    yield check(['products', i, 'name'], name);
    for (const [j, ticket] of tickets.entries()) {
      yield check(['products', i, 'tickets', j, 'name'], ticket.name);
    }
  }
}

function* checkKeys({ events, products }: ParsedFeed): Findings {
  yield* checkTwice(events, 'key', ['events']);
  yield* checkTwice(products, 'key', ['products']);
  for (const [i, { sessions }] of events.entries()) {
    yield* checkTwice(sessions, 'key', ['events', i, 'sessions']);
  }
  for (const [i, { tickets, offers }] of products.entries()) {
    yield* checkTwice(tickets, 'key', ['products', i, 'tickets']);
    yield* checkTwice(offers, 'date', ['products', i, 'offers']);
  }
}

function* checkForms({ forms, products }: ParsedFeed): Findings {
  const known = new Set(forms.map(({ key }) => key));
  yield* checkTwice(forms, 'key', ['forms']);
  for (const [i, { fields }] of forms.entries()) yield* checkTwice(fields, 'code', ['forms', i, 'fields']);
  for (const [i, product] of products.entries()) {
    for (const [j, key] of product.forms.entries()) {
      if (!known.has(key)) yield { path: ['products', i, 'forms', j], detail: `There is no form "${key}".` };
    }
    yield;
  }
}

function* checkReferences({ events, products }: ParsedFeed): Findings {
  const known = new Set<string>();
  for (const { key } of events) {
    yield;
    known.add(key);
  }
  for (const [i, { tickets }] of products.entries()) {
    for (const [j, { event }] of tickets.entries()) {
      const path = ['products', i, 'tickets', j, 'event'];
      yield known.has(event) ? undefined : { path, detail: `There is no event "${event}".` };
    }
  }
}

function* checkQuantities({ products }: ParsedFeed): Findings {
  for (const [i, { minimumQuantity, maximumQuantity }] of products.entries()) {
    if (maximumQuantity === null || maximumQuantity >= minimumQuantity) yield;
    else
      yield {
        path: ['products', i, 'maximumQuantity'],
        detail: `It is less than the minimum, ${minimumQuantity}.`,
      };
  }
}

function* checkCounterPlaces({ events }: ParsedFeed): Findings {
  for (const [i, { sessions }] of events.entries()) {
    for (const [j, { counterPlaces, capacity, seatPlan }] of sessions.entries()) {
      const path = ['events', i, 'sessions', j, 'counterPlaces'];
      if (counterPlaces === null) yield;
      else if (seatPlan !== null) yield { path, detail: 'A session with numbered seats has none.' };
      else if (capacity === null) yield { path, detail: 'They are of a capacity, and the session has none.' };
      else if (counterPlaces.count > capacity)
        yield { path: [...path, 'count'], detail: `It is more than the capacity, ${capacity}.` };
      else yield;
    }
  }
}

/** A gift card is one thing that is valid until a day, and can't be exchanged. */
function* checkGiftCards({ products }: ParsedFeed): Findings {
  for (const [i, { giftCard, tickets, rebooking }] of products.entries()) {
    yield;
    if (!giftCard) continue;
    if (tickets.length !== 1 || tickets[0]?.dateAccess !== true)
      yield {
        path: ['products', i, 'tickets'],
        detail: 'A gift card has one ticket, with "dateAccess": true.',
      };
    if (rebooking !== null)
      yield { path: ['products', i, 'rebooking'], detail: 'A gift card can\u2019t be exchanged.' };
  }
}
