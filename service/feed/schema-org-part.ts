import { CountedList } from '../http/counted-list';
import { jsonStep } from '../http/violations';
import { quoteValue } from './refused-value';
import type { ZoneClock } from '@/lib/locale/zone-clock';

/** One message about a document, and its JSON path such as `$["@graph"][3].subEvent[0].startDate`. */
export interface Note {
  readonly path: string;
  readonly message: string;
  /** The value there, quoted; left out where it would say nothing. */
  readonly found?: string;
  /** Of an error: there is no value. */
  readonly isMissing?: true;
}

/** The state for reading one document. */
export interface Reading {
  /** The clock and the language of the catalogue. */
  readonly clock: ZoneClock;
  readonly language: string;
  /** Errors: what can't be read, or would be sold wrongly. With any error there is no feed. */
  readonly errors: CountedList<Note>;
  /** Parts that were left out or guessed. */
  readonly warnings: CountedList<Note>;
  /** The nodes that have an `@id`, by it. */
  readonly nodes: ReadonlyMap<string, DocumentPart>;
}

const telling: ReadonlySet<string | number> = new Set([
  'isAccessibleForFree',
  'valueAddedTaxIncluded',
  'availability',
  '@value',
]);

// Deeper than any real programme. The body of a request is never deeper.
const deepest = 64;

/** A value of the document, and its position. */
export class DocumentPart {
  constructor(
    readonly value: unknown,
    readonly reading: Reading,
    /** Its parent, or its whole path. */
    private readonly within: DocumentPart | string,
    private readonly step: string | number = '',
  ) {}

  /** Computed on demand, because only about one of a hundred values that are read is reported. */
  get path(): string {
    if (typeof this.within === 'string') return this.within;
    return this.within.path + jsonStep(this.step);
  }

  /** JSON-LD treats null as absent (JSON-LD 1.1 §4.1); what is empty says as little. */
  get isAbsent(): boolean {
    return this.value === undefined || this.value === null || this.isEmpty;
  }

  /** An empty text, a list without elements, or `false` where a flag has no meaning: so many programs write a missing value. */
  get isEmpty(): boolean {
    const { value } = this;
    if (typeof value === 'string') return !/\S/.test(value) && !this.isTelling;
    if (value === false) return !this.isTelling;
    return (
      Array.isArray(value) && value.every((item) => new DocumentPart(item, this.reading, this, 0).isAbsent)
    );
  }

  /** Whether also an empty value tells something: `false` of a flag; an availability that is not told is not sold. */
  private get isTelling(): boolean {
    const member =
      typeof this.step === 'number' && this.within instanceof DocumentPart ? this.within.step : this.step;
    return telling.has(member);
  }

  /** The `@id` of a node. Blank node names count too: within one document they identify one node. */
  get id(): string | null {
    const id = this.at('@id').value;
    return typeof id === 'string' && id !== '' ? id : null;
  }

  /** A text without the space around it; empty for any other value. */
  get text(): string {
    const { value } = this.single();
    return typeof value === 'string' ? value.trim() : '';
  }

  /** A single value as a term of schema.org; empty for any value that is neither a text nor a reference. */
  get term(): string {
    return term(this.single().value);
  }

  /** A single value as JavaScript converts it to a number; often NaN. */
  get number(): number {
    return Number(this.single().value);
  }

  /** The value of one member. Only own members count, so nothing is ever read from a prototype. */
  at(member: string): DocumentPart {
    const { value } = this;
    const found = isNode(value) && Object.hasOwn(value, member) ? value[member] : undefined;
    return new DocumentPart(found, this.reading, this, member);
  }

  /** The values of those members that the node has. */
  present(members: readonly string[]): DocumentPart[] {
    return members.map((member) => this.at(member)).filter((part) => !part.isAbsent);
  }

  /**
   * JSON-LD treats one value like a list of one, and a list in a list like its elements. Returns no element, the value
   * itself, or every element that is not missing. A
   * reference (`{"@id": "#hall"}`, with or without a type) to a node of the document becomes that node, and its
   * path is the node's.
   */
  items(): readonly DocumentPart[] {
    return [...this.each()];
  }

  /** The values of one member. */
  list(member: string): readonly DocumentPart[] {
    return this.at(member).items();
  }

  /** The values here, one after another, because a list may have a million elements. */
  *each(levels = deepest): Generator<DocumentPart> {
    const { value } = this;
    if (Array.isArray(value) && levels > 0) {
      const list: readonly unknown[] = value;
      for (const [index, item] of list.entries()) {
        const inner = new DocumentPart(item, this.reading, this, index);
        if (Array.isArray(item)) yield* inner.each(levels - 1);
        else if (!inner.isAbsent) yield inner.resolved();
      }
    } else if (!this.isAbsent) {
      yield this.resolved();
    }
  }

  /** The objects and lists that are its members or elements, as they are written, one after another. */
  private *inside(): Generator<DocumentPart> {
    const { value } = this;
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const members = isNode(value) ? Object.keys(value) : list.keys();
    for (const step of members) {
      const inner = isNode(value) ? value[step] : list[Number(step)];
      if (typeof inner === 'object' && inner !== null)
        yield new DocumentPart(inner, this.reading, this, step);
    }
  }

  /** It and every object and list inside it once, in the order of the document, without what is inside a part that is enough. */
  *nested(isEnough: (part: DocumentPart) => boolean): Generator<DocumentPart> {
    const seen = new Set<unknown>();
    const open: Iterator<DocumentPart>[] = [[this].values()];
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const next = inner.next();
      if (next.done === true) {
        open.pop();
        continue;
      }
      if (seen.has(next.value.value)) continue;
      seen.add(next.value.value);
      yield next.value;
      if (open.length < deepest && !isEnough(next.value)) open.push(next.value.inside());
    }
  }

  private resolved(): DocumentPart {
    return this.find(referenceOf(this.value)) ?? this;
  }

  /** The node of the document with this `@id`. */
  find(id: string | null): DocumentPart | null {
    const node = this.reading.nodes.get(id ?? '');
    return node === undefined ? null : node.readBy(this.reading);
  }

  /** The terms of its `@type`. */
  types(): string[] {
    return this.list('@type').map(({ value }) => term(value));
  }

  /** A single value that may be written as a list of one or as a value object (`{"@value": …}`). */
  single(): DocumentPart {
    if (typeof this.value !== 'object') return this;
    const [only, ...others] = this.items();
    const inner = others.length === 0 && only !== undefined ? only : this;
    return isNode(inner.value) && Object.hasOwn(inner.value, '@value') ? inner.at('@value') : inner;
  }

  /** Records the error, a full sentence, and returns the replacement for the value that could not be read. */
  fail(message: string): null {
    this.reading.errors.add(() =>
      this.isAbsent ? { path: this.path, message, isMissing: true } : this.note(message),
    );
    return null;
  }

  /** Records the warning, a full sentence without the value, and returns the replacement for the value that is left out. */
  warn(message: string): null {
    this.reading.warnings.add(() => this.note(message));
    return null;
  }

  /** A message about the value, with the value. */
  private note(message: string): Note {
    const found = this.isAbsent ? undefined : quoteValue(this.single().value);
    return { path: this.path, message, ...(found === undefined ? {} : { found }) };
  }

  /** Warns that an offer with this value is not sold. The reason is a clause. */
  refuse(reason: string): false {
    this.warn(`Not sold: ${reason}.`);
    return false;
  }

  /** Warns of every member that is neither in `read` nor a keyword of JSON-LD. */
  warnOfOthers(read: ReadonlySet<string>): void {
    if (!isNode(this.value)) return;
    const others = Object.keys(this.value).filter((member) => !keywords.has(member) && !read.has(member));
    for (const { path, step } of this.present(others)) {
      this.reading.warnings.add(() => ({ path, message: `"${step}" is not read.` }));
    }
  }

  /** This value, whose errors and warnings are not reported. */
  quietly(): DocumentPart {
    const silent = { errors: new CountedList<Note>(0), warnings: new CountedList<Note>(0) };
    return this.readBy({ ...this.reading, ...silent });
  }

  private readBy(reading: Reading): DocumentPart {
    return new DocumentPart(this.value, reading, this.within, this.step);
  }
}

// JSON-LD 1.1 §1.7. Other members that begin with `@` are mistakes, such as `@streetAddress`.
const keywords = new Set([
  '@context',
  '@id',
  '@type',
  '@value',
  '@language',
  '@direction',
  '@graph',
  '@list',
  '@set',
  '@index',
  '@reverse',
  '@nest',
  '@none',
  '@included',
  '@base',
  '@vocab',
  '@version',
]);

export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The `@id` of a reference: of an object with no other member except its type. */
export function referenceOf(value: unknown): string | null {
  if (!isNode(value) || typeof value['@id'] !== 'string') return null;
  const members = Object.keys(value).length - (Object.hasOwn(value, '@type') ? 1 : 0);
  return members === 1 ? value['@id'] : null;
}

/** `Event` of `Event`, `schema:Event`, `https://schema.org/Event` or `{"@id": "https://schema.org/Event"}`. */
export function term(value: unknown): string {
  const written = isNode(value) && Object.hasOwn(value, '@id') ? value['@id'] : value;
  if (typeof written !== 'string') return '';
  return written.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
}
