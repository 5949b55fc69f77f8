import { rememberSessions, Repeats } from './schema-org-repeats';
import {
  at,
  fail,
  isAbsent,
  isNode,
  items,
  type Node,
  type Reading,
  referenceOf,
  Spot,
  stepTo,
  term,
  warn,
} from './schema-org-spot';

/** The events of a document that are no sessions of others, and which sessions others name as their event. */
export interface Programme {
  readonly events: readonly Spot[];
  /** Events that name an event of the document as their `superEvent`, by its `@id`. */
  readonly sessionsOf: ReadonlyMap<string, readonly Spot[]>;
}

// Deeper than any programme. The body of a request is no deeper than 64.
const deepest = 64;

interface Place {
  readonly value: object;
  readonly levels: number;
  /** Where it stands: in which member or element of which object or list. */
  readonly within: Place | null;
  readonly step: string | number;
}

/** A reading of a document, with the nodes that have an `@id`. Yields while it looks for them. */
export function* startReading(document: unknown): Generator<undefined, Reading> {
  const nodes = new Map<string, { value: Node; path: string }>();
  const seen = new Set<object>();
  const waiting: Place[] = [];
  const wait = (value: unknown, levels: number, within: Place | null, step: string | number) => {
    if (typeof value === 'object' && value !== null) waiting.push({ value, levels, within, step });
  };
  wait(document, deepest, null, '$');
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    yield;
    const { value, levels } = place;
    if (levels === 0 || seen.has(value)) continue;
    seen.add(value);
    // Waiting things are worked off from the end: of two nodes with one name the first one counts.
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      for (let index = list.length - 1; index >= 0; index -= 1) wait(list[index], levels - 1, place, index);
    }
    if (!isNode(value)) continue;
    const id = value['@id'];
    if (typeof id === 'string' && referenceOf(value) === null && !nodes.has(id)) {
      nodes.set(id, { value, path: pathOf(place) });
    }
    for (const member of Object.keys(value).reverse()) wait(value[member], levels - 1, place, member);
  }
  return { errors: [], warnings: [], nodes };
}

function pathOf({ within, step }: Place): string {
  if (within === null) return String(step);
  return `${pathOf(within)}${typeof step === 'number' ? `[${step}]` : stepTo(step)}`;
}

/** The events of the document, after checking that it is written in terms of schema.org. Yields after each. */
export function* findProgramme(document: unknown, reading: Reading): Generator<undefined, Programme> {
  const root = new Spot(document, reading, '$');
  const nodes = topNodes(root);
  const used = yield* referencesOf(nodes);
  const events = nodes.filter((node) => {
    if (isEvent(node)) return true;
    if (!used.has(idOf(node) ?? '')) warn(node, 'this is no event, and nothing refers to it');
    return false;
  });
  const subEvents = new Set<string>();
  // What several references lead to is one event.
  for (const event of new Map(events.map((one) => [one.value, one])).values()) {
    yield;
    for (const spot of items(at(event, 'subEvent'))) subEvents.add(idOf(spot) ?? '');
  }
  const known = new Set(events.flatMap((event) => idOf(event) ?? []));
  const sessionsOf = new Map<string, Spot[]>();
  const repeats = new Repeats(false);
  yield* rememberSessions(events, repeats);
  const own: Spot[] = [];
  for (const event of events) {
    yield;
    const id = idOf(event);
    if (id !== null && subEvents.has(id)) continue;
    if (repeats.isRepeated(event, null)) continue;
    const above = superEventOf(event, known);
    const sessions = above === null ? own : (sessionsOf.get(above) ?? []);
    sessions.push(event);
    if (above !== null) sessionsOf.set(above, sessions);
  }
  if (own.length === 0 && reading.errors.length === 0) {
    fail(root, 'a schema.org Event is needed; there is none');
  }
  return { events: own, sessionsOf };
}

function topNodes(root: Spot): Spot[] {
  const documents = Array.isArray(root.value) ? items(root) : [root];
  const nodes = documents.flatMap((document) => {
    if (!isNode(document.value)) {
      fail(document, 'a JSON-LD object is needed');
      return [];
    }
    const context = at(document, '@context');
    if (!items(context).some(isSchemaOrg)) fail(context, 'the context "https://schema.org" is needed');
    return Object.hasOwn(document.value, '@graph') ? items(at(document, '@graph')) : [document];
  });
  return nodes.filter((node) => {
    if (!isNode(node.value)) fail(node, 'a JSON-LD object is needed');
    else if (isAbsent(at(node, '@type'))) fail(at(node, '@type'), 'a type is needed, such as "Event"');
    else return true;
    return false;
  });
}

function isSchemaOrg(context: Spot): boolean {
  const { value } = isNode(context.value) ? at(context, '@vocab') : context;
  return typeof value === 'string' && /^https?:\/\/(?:www\.)?schema\.org\/?$/i.test(value.trim());
}

/** schema.org names its kinds of Event `…Event`, save these four. */
export function isEvent(node: Spot): boolean {
  return items(at(node, '@type')).some((type) =>
    /^(?:[A-Za-z]*Event|EventSeries|Festival|Hackathon|CourseInstance)$/.test(term(type.value)),
  );
}

/** The `@id` of a node. Blank node names count too: within one document they name one thing. */
export function idOf(node: Spot): string | null {
  const id = at(node, '@id').value;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The identifiers that members of the nodes refer to. Yields after each node. */
function* referencesOf(nodes: readonly Spot[]): Generator<undefined, Set<string>> {
  const found = new Set<string>();
  for (const value of new Set(nodes.map((node) => node.value))) {
    yield;
    for (const inner of Object.values(isNode(value) ? value : {})) {
      for (const one of Array.isArray(inner) ? (inner as unknown[]) : [inner]) {
        const id = referenceOf(one) ?? (typeof one === 'string' ? one : null);
        if (id !== null) found.add(id);
      }
    }
  }
  return found;
}

/** The event of the document that this one names as its own, by `@id`; null when it names none. */
function superEventOf(event: Spot, known: ReadonlySet<string>): string | null {
  const id = items(at(event, 'superEvent')).flatMap((above) => idOf(above) ?? [])[0] ?? null;
  return id !== null && id !== idOf(event) && known.has(id) ? id : null;
}
