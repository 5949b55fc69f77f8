import type { ParsedFeed } from '@/lib/contract/feed';
import { jsonPath } from '../http/complaints';
import type { Complaint } from '../http/problem';

type Path = (string | number)[];

/**
 * What a schema can't see: keys used twice, references to nothing, texts that lack the catalogue's language. Yields
 * now and then.
 */
export function* checkFeed(feed: ParsedFeed): Generator<undefined, Complaint[]> {
  const complaints = [...checkTimezone(feed), ...(yield* checkTexts(feed)), ...(yield* checkKeys(feed))];
  yield;
  return [...complaints, ...checkReferences(feed), ...checkForms(feed)];
}

function complaint(path: Path, detail: string): Complaint {
  return { path: jsonPath(path), code: 'regex', detail };
}

function checkTimezone({ catalog }: ParsedFeed): Complaint[] {
  try {
    new Intl.DateTimeFormat('en', { timeZone: catalog.timezone });
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [complaint(['catalog', 'timezone'], `"${catalog.timezone}" is not a time zone.`)];
  }
}

function* checkTexts({ catalog, events, products }: ParsedFeed): Generator<undefined, Complaint[]> {
  const { language } = catalog;
  const complaints: Complaint[] = [];
  const check = (path: Path, text: Record<string, string>) => {
    if ((text[language] ?? '').trim() !== '') return;
    complaints.push(complaint([...path, language], `A text in "${language}" is needed.`));
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
  return complaints;
}

function* checkKeys({ events, products }: ParsedFeed): Generator<undefined, Complaint[]> {
  const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key);
  const complaints = [
    ...twice(keysOf(events), (i) => ['events', i, 'key']),
    ...twice(keysOf(products), (i) => ['products', i, 'key']),
  ];
  for (const [i, { sessions }] of events.entries()) {
    yield;
    complaints.push(...twice(keysOf(sessions), (j) => ['events', i, 'sessions', j, 'key']));
  }
  for (const [i, { tickets, offers }] of products.entries()) {
    yield;
    const dates = offers.map(({ date }) => date);
    complaints.push(
      ...twice(keysOf(tickets), (j) => ['products', i, 'tickets', j, 'key']),
      ...twice(dates, (j) => ['products', i, 'offers', j, 'date']),
    );
  }
  return complaints;
}

function twice(keys: readonly string[], path: (index: number) => Path): Complaint[] {
  const seen = new Set<string>();
  return keys.flatMap((key, index) => {
    if (seen.has(key)) return [complaint(path(index), `"${key}" is there twice.`)];
    seen.add(key);
    return [];
  });
}

function checkForms({ forms, products }: ParsedFeed): Complaint[] {
  const known = new Set(forms.map(({ key }) => key));
  return [
    ...twice(
      forms.map(({ key }) => key),
      (i) => ['forms', i, 'key'],
    ),
    ...forms.flatMap(({ fields }, i) =>
      twice(
        fields.map(({ code }) => code),
        (j) => ['forms', i, 'fields', j, 'code'],
      ),
    ),
    ...products.flatMap((product, i) =>
      product.forms.flatMap((key, j) =>
        known.has(key) ? [] : [complaint(['products', i, 'forms', j], `There is no form "${key}".`)],
      ),
    ),
  ];
}

function checkReferences({ events, products }: ParsedFeed): Complaint[] {
  const known = new Set(events.map(({ key }) => key));
  return products.flatMap(({ tickets }, i) =>
    tickets.flatMap(({ event }, j) =>
      known.has(event)
        ? []
        : [complaint(['products', i, 'tickets', j, 'event'], `There is no event "${event}".`)],
    ),
  );
}
