import type { ParsedFeed } from '@/lib/contract/feed';
import { jsonPath } from '../http/complaints';
import { CountedList } from '../http/counted-list';
import { type Complaint, mostViolations } from '../http/problem';

type Path = (string | number)[];
type Complaints = CountedList<Complaint>;
type Steps = Generator<undefined, void>;

/**
 * What a schema can't see: keys used twice, references to nothing, texts that lack the catalogue's language. Yields
 * often.
 */
export function* checkFeed(feed: ParsedFeed): Generator<undefined, Complaints> {
  const complaints: Complaints = new CountedList(mostViolations);
  checkTimezone(feed, complaints);
  yield* checkTexts(feed, complaints);
  yield* checkKeys(feed, complaints);
  yield* checkReferences(feed, complaints);
  yield* checkForms(feed, complaints);
  return complaints;
}

function complain(complaints: Complaints, path: () => Path, detail: string): void {
  complaints.add(() => ({ path: jsonPath(path()), code: 'regex', detail }));
}

function checkTimezone({ catalog }: ParsedFeed, complaints: Complaints): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: catalog.timezone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    complain(complaints, () => ['catalog', 'timezone'], `"${catalog.timezone}" is not a time zone.`);
  }
}

function* checkTexts({ catalog, events, products }: ParsedFeed, complaints: Complaints): Steps {
  const { language } = catalog;
  const check = (path: Path, text: Record<string, string>) => {
    if ((text[language] ?? '').trim() !== '') return;
    complain(complaints, () => [...path, language], `A text in "${language}" is needed.`);
  };
  check(['catalog', 'name'], catalog.name);
  for (const [i, { name }] of events.entries()) {
    yield;
    check(['events', i, 'name'], name);
  }
  for (const [i, { name, tickets }] of products.entries()) {
    yield;
    check(['products', i, 'name'], name);
    for (const [j, ticket] of tickets.entries()) check(['products', i, 'tickets', j, 'name'], ticket.name);
  }
}

function* checkKeys({ events, products }: ParsedFeed, complaints: Complaints): Steps {
  yield* checkTwice(events, keyOf, (i) => ['events', i, 'key'], complaints);
  yield* checkTwice(products, keyOf, (i) => ['products', i, 'key'], complaints);
  for (const [i, { sessions }] of events.entries()) {
    yield* checkTwice(sessions, keyOf, (j) => ['events', i, 'sessions', j, 'key'], complaints);
  }
  for (const [i, { tickets, offers }] of products.entries()) {
    const dateOf = ({ date }: { date: string }) => date;
    yield* checkTwice(tickets, keyOf, (j) => ['products', i, 'tickets', j, 'key'], complaints);
    yield* checkTwice(offers, dateOf, (j) => ['products', i, 'offers', j, 'date'], complaints);
  }
}

function keyOf({ key }: { key: string }): string {
  return key;
}

function* checkTwice<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  path: (index: number) => Path,
  complaints: Complaints,
): Steps {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    yield;
    const name = nameOf(item);
    if (seen.has(name)) complain(complaints, () => path(index), `"${name}" is there twice.`);
    seen.add(name);
  }
}

function* checkForms({ forms, products }: ParsedFeed, complaints: Complaints): Steps {
  const known = new Set(forms.map(keyOf));
  yield* checkTwice(forms, keyOf, (i) => ['forms', i, 'key'], complaints);
  for (const [i, { fields }] of forms.entries()) {
    const codeOf = ({ code }: { code: string }) => code;
    yield* checkTwice(fields, codeOf, (j) => ['forms', i, 'fields', j, 'code'], complaints);
  }
  for (const [i, product] of products.entries()) {
    yield;
    for (const [j, key] of product.forms.entries()) {
      if (known.has(key)) continue;
      complain(complaints, () => ['products', i, 'forms', j], `There is no form "${key}".`);
    }
  }
}

function* checkReferences({ events, products }: ParsedFeed, complaints: Complaints): Steps {
  const known = new Set<string>();
  for (const { key } of events) {
    yield;
    known.add(key);
  }
  for (const [i, { tickets }] of products.entries()) {
    yield;
    for (const [j, { event }] of tickets.entries()) {
      if (known.has(event)) continue;
      complain(complaints, () => ['products', i, 'tickets', j, 'event'], `There is no event "${event}".`);
    }
  }
}
