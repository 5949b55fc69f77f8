import { CountedList } from '../http/counted-list';

/** One thing to tell of a document, and where: a JSON path such as `$["@graph"][3].subEvent[0].startDate`. */
export interface Note {
  readonly path: string;
  readonly message: string;
}

/** What is kept while a document is read. */
export interface Reading {
  /** What can't be read, or would be sold wrongly: with any of them there is no feed. */
  readonly errors: CountedList<Note>;
  /** What was left out or guessed. */
  readonly warnings: CountedList<Note>;
  /** Nodes by their `@id`, with the path at which each stands. */
  readonly nodes: ReadonlyMap<string, { readonly value: Node; readonly path: string }>;
}

/** A value of the document, and where it stands. */
export class Spot {
  constructor(
    readonly value: unknown,
    readonly reading: Reading,
    /** What it stands in, or its whole path. */
    private readonly within: Spot | string,
    private readonly step: string | number = '',
  ) {}

  /** Made when it is asked for: of a hundred values that are read, one is told of. */
  get path(): string {
    if (typeof this.within === 'string') return this.within;
    return this.within.path + (typeof this.step === 'number' ? `[${this.step}]` : stepTo(this.step));
  }

  /** The same value, where nobody is told what is wrong with it. */
  quietly(): Spot {
    return new Spot(
      this.value,
      { ...this.reading, errors: new CountedList(0), warnings: new CountedList(0) },
      this,
    );
  }
}

export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON-LD treats null as "not there" (JSON-LD 1.1 §4.1). */
export function isAbsent(spot: Spot): boolean {
  return spot.value === undefined || spot.value === null;
}

/** The value of one member. Only own members count, so nothing is ever read from a prototype. */
export function at(spot: Spot, member: string): Spot {
  const { value } = spot;
  const found = isNode(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  return new Spot(found, spot.reading, spot, member);
}

/** A member in a JSON path: `.name`, or `["@id"]`. */
export function stepTo(member: string): string {
  return /^[A-Za-z_]\w*$/.test(member) ? `.${member}` : `[${JSON.stringify(member)}]`;
}

/**
 * JSON-LD lets one value stand for a list of one: none, the value itself, or every element. A reference
 * (`{"@id": "#hall"}`, with or without a type) to a node of the document is that node, and its path is the node's.
 */
export function items(spot: Spot): readonly Spot[] {
  const { value, reading } = spot;
  if (isAbsent(spot)) return none;
  if (!Array.isArray(value)) return [resolved(spot)];
  return value.map((item: unknown, index) => resolved(new Spot(item, reading, spot, index)));
}

/** The same, one after the other: a list may have a million elements. */
export function* eachItem(spot: Spot): Generator<Spot> {
  const { value, reading } = spot;
  if (isAbsent(spot)) return;
  if (!Array.isArray(value)) {
    yield resolved(spot);
    return;
  }
  const list: readonly unknown[] = value;
  for (const [index, item] of list.entries()) yield resolved(new Spot(item, reading, spot, index));
}

const none: readonly Spot[] = [];

/** The `@id` of a reference: of an object that says nothing else but its type. */
export function referenceOf(value: unknown): string | null {
  if (!isNode(value) || typeof value['@id'] !== 'string') return null;
  const members = Object.keys(value).length - (Object.hasOwn(value, '@type') ? 1 : 0);
  return members === 1 ? value['@id'] : null;
}

function resolved(spot: Spot): Spot {
  return nodeCalled(referenceOf(spot.value) ?? '', spot.reading) ?? spot;
}

/** The node with that `@id`, where it stands. */
export function nodeCalled(id: string, reading: Reading): Spot | null {
  const node = reading.nodes.get(id);
  return node === undefined ? null : new Spot(node.value, reading, node.path);
}

/** A single value that may be written as a list of one or as a value object (`{"@value": …}`). */
export function single(spot: Spot): Spot {
  if (typeof spot.value !== 'object') return spot;
  const [only, ...others] = items(spot);
  const inner = others.length === 0 && only !== undefined ? only : spot;
  return isNode(inner.value) && Object.hasOwn(inner.value, '@value') ? at(inner, '@value') : inner;
}

/** Notes the error and stands for the value that could not be read. */
export function fail(spot: Spot, message: string): null {
  spot.reading.errors.add(() => ({ path: spot.path, message }));
  return null;
}

/** Notes that something was left out or guessed. */
export function warn(spot: Spot, message: string): void {
  spot.reading.warnings.add(() => ({ path: spot.path, message }));
}

/** Warns of every member that is none of `read`. What begins with `@` belongs to JSON-LD. */
export function warnOfOthers(node: Spot, read: ReadonlySet<string>): void {
  if (!isNode(node.value)) return;
  for (const member of Object.keys(node.value)) {
    if (member.startsWith('@') || read.has(member)) continue;
    const spot = at(node, member);
    if (!isAbsent(spot)) warn(spot, `"${member}" is not read`);
  }
}

/** `Event` of `Event`, `schema:Event`, `https://schema.org/Event` or `{"@id": "https://schema.org/Event"}`. */
export function term(value: unknown): string {
  const written = isNode(value) && Object.hasOwn(value, '@id') ? value['@id'] : value;
  if (typeof written !== 'string') return '';
  return written.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
}
