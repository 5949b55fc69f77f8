import { CountedList } from '../http/counted-list';
import { mostViolations } from '../http/problem';
import { rememberSessions, Repeats } from './schema-org-repeats';
import {
  at,
  eachItem,
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

// Enough to see what kinds there are; a document of 50 MB can cause millions.
const mostWarnings = 10_000;

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
  return { errors: new CountedList(mostViolations), warnings: new CountedList(mostWarnings), nodes };
}

function pathOf({ within, step }: Place): string {
  if (within === null) return String(step);
  return `${pathOf(within)}${typeof step === 'number' ? `[${step}]` : stepTo(step)}`;
}

/** The events of the document, after checking that it is written in terms of schema.org. Yields after each. */
export function* findProgramme(document: unknown, reading: Reading): Generator<undefined, Programme> {
  const root = new Spot(document, reading, '$');
  const nodes = yield* topNodes(root);
  const used = yield* referencesOf(nodes);
  const events: Spot[] = [];
  for (const node of nodes) {
    yield;
    if (isEvent(node)) events.push(node);
    else if (!used.has(idOf(node) ?? '')) warn(node, 'this is no event, and nothing refers to it');
  }
  const known = new Set<string>();
  const subEvents = new Set<string>();
  // What several references lead to is one event.
  const looked = new Set<unknown>();
  for (const event of events) {
    yield;
    const id = idOf(event);
    if (id !== null) known.add(id);
    if (looked.has(event.value)) continue;
    looked.add(event.value);
    for (const spot of items(at(event, 'subEvent'))) subEvents.add(idOf(spot) ?? '');
  }
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

function* topNodes(root: Spot): Generator<undefined, Spot[]> {
  const found: Spot[] = [];
  for (const document of Array.isArray(root.value) ? eachItem(root) : [root]) {
    yield;
    if (!isNode(document.value)) {
      fail(document, 'a JSON-LD object is needed');
      continue;
    }
    const context = at(document, '@context');
    if (!items(context).some(isSchemaOrg)) fail(context, 'the context "https://schema.org" is needed');
    const hasGraph = Object.hasOwn(document.value, '@graph');
    for (const node of hasGraph ? eachItem(at(document, '@graph')) : [document]) {
      yield;
      if (!isNode(node.value)) fail(node, 'a JSON-LD object is needed');
      else if (isAbsent(at(node, '@type'))) fail(at(node, '@type'), 'a type is needed, such as "Event"');
      else found.push(node);
    }
  }
  return found;
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
  const looked = new Set<unknown>();
  for (const { value } of nodes) {
    yield;
    if (looked.has(value)) continue;
    looked.add(value);
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
