import { CountedList } from '../http/counted-list';
import { mostViolations } from '../http/problem';
import { rememberSessions, Repeats } from './schema-org-repeats';
import { isEvent } from './schema-org-kinds';
import { refuseWrapped } from './schema-org-wrapped';
import { isNode, type Note, type Reading, referenceOf, DocumentPart } from './schema-org-part';

// Enough to see which kinds there are; a document of 50 MB can cause millions.
const mostWarnings = 10_000;

/** Prepares reading a document, with the nodes that have an `@id`. Yields while it looks for them. */
export function* startReading(
  document: unknown,
  catalogue: Pick<Reading, 'clock' | 'language'>,
  path: string,
): Generator<undefined, DocumentPart> {
  const nodes = new Map<string, DocumentPart>();
  const [errors, warnings] = [new CountedList<Note>(mostViolations), new CountedList<Note>(mostWarnings)];
  const root = new DocumentPart(document, { ...catalogue, errors, warnings, nodes }, path);
  for (const part of root.nested(() => false)) {
    yield;
    const { value, id } = part;
    if (id !== null && referenceOf(value) === null && !nodes.has(id)) nodes.set(id, part);
  }
  return root;
}

/**
 * The events of the document that are not sessions of others, after checking that it uses the terms of schema.org.
 * `sessionsOf`: events that name an event of the document as their `superEvent`, by its `@id`. Yields after each.
 */
export function* findProgramme(
  root: DocumentPart,
): Generator<undefined, { events: DocumentPart[]; sessionsOf: Map<string, DocumentPart[]> }> {
  if (yield* refuseWrapped(root)) return { events: [], sessionsOf: new Map() };
  const nodes = yield* topNodes(root);
  const used = yield* referencesOf(nodes);
  const events: DocumentPart[] = [];
  for (const node of nodes) {
    yield;
    if (isEvent(node)) events.push(node);
    else if (!used.has(node.id ?? '')) node.warn('Left out: it is no event, and nothing refers to it.');
  }
  const known = new Set<string>();
  const subEvents = new Set<string>();
  for (const event of distinct(events)) {
    yield;
    if (event.id !== null) known.add(event.id);
    for (const part of event.list('subEvent')) subEvents.add(part.id ?? '');
  }
  const sessionsOf = new Map<string, DocumentPart[]>();
  const repeats = new Repeats(false, root.reading.clock);
  yield* rememberSessions(events, repeats);
  const own: DocumentPart[] = [];
  for (const event of events) {
    yield;
    if ((event.id !== null && subEvents.has(event.id)) || repeats.isRepeated(event, null)) continue;
    const above = superEventOf(event, known);
    const sessions = above === null ? own : (sessionsOf.get(above) ?? []);
    sessions.push(event);
    if (above !== null) sessionsOf.set(above, sessions);
  }
  if (own.length === 0 && root.reading.errors.length === 0) {
    root.fail('A schema.org Event is needed; there is none at the top, in lists there, or in "@graph".');
  }
  return { events: own, sessionsOf };
}

/** The target of several references is one node. */
function distinct(nodes: readonly DocumentPart[]): Iterable<DocumentPart> {
  return new Map(nodes.map((node) => [node.value, node])).values();
}

function* topNodes(root: DocumentPart): Generator<undefined, DocumentPart[]> {
  const found: DocumentPart[] = [];
  for (const document of Array.isArray(root.value) ? root.each() : [root]) {
    yield;
    if (!isNode(document.value)) {
      document.fail('A JSON-LD object is needed.');
      continue;
    }
    const context = document.at('@context');
    if (!context.items().some(isSchemaOrg)) context.fail('The context "https://schema.org" is needed.');
    const hasGraph = Object.hasOwn(document.value, '@graph');
    for (const node of hasGraph ? document.at('@graph').each() : [document]) {
      yield;
      if (!isNode(node.value)) node.fail('A JSON-LD object is needed.');
      else if (node.at('@type').isAbsent) node.at('@type').fail('A type is needed, such as "Event".');
      else found.push(node);
    }
  }
  return found;
}

function isSchemaOrg(context: DocumentPart): boolean {
  const { value } = isNode(context.value) ? context.at('@vocab') : context;
  return typeof value === 'string' && /^https?:\/\/(?:www\.)?schema\.org\/?$/i.test(value.trim());
}

function* referencesOf(nodes: readonly DocumentPart[]): Generator<undefined, Set<string>> {
  const found = new Set<string>();
  for (const { value } of distinct(nodes)) {
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

function superEventOf(event: DocumentPart, known: ReadonlySet<string>): string | null {
  const [id = null] = event.list('superEvent').flatMap((above) => above.id ?? []);
  return id !== null && id !== event.id && known.has(id) ? id : null;
}
