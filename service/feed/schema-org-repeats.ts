import { hash } from 'node:crypto';
import type { ZoneClock } from '@/lib/locale/zone-clock';
import { isNode, type Node, referenceOf, type DocumentPart } from './schema-org-part';
import { momentIn } from './schema-org-time';

interface Entry {
  readonly value: Node;
  /** Its `@id`; null for none, and for a blank node, whose name has no meaning. */
  readonly id: string | null;
  /** The event that it is a session of; null for a separate event. */
  readonly event: unknown;
}

/** Events with the same name and time, which are sessions of one event, or say what they are and where. */
interface Bucket {
  /** Its content is compared only if there is another one: most events are alone in their bucket. */
  first: Entry | null;
  /** The `@id` of each of them, by the content; empty as long as there is only the first. */
  readonly ids: Map<string, Set<string | null>>;
}

// Members that say where an event belongs, not what it is.
const ofPlace = new Set(['@id', '@context', 'superEvent']);
// The body of a request is never deeper; deeper values are never treated as equal.
const deepest = 64;

/** Digests of values: equal for the same content, in any order of members, and in any spelling of moments. */
class Digests {
  private readonly known = new WeakMap<object, string>();
  private readonly contents = new WeakMap<Node, string>();
  private unknown = 0;

  constructor(private readonly clock: ZoneClock) {}

  of(value: unknown, levels = deepest): string {
    if (typeof value === 'string') return this.ofText(value);
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const digest = this.known.get(value) ?? this.make(value, levels);
    this.known.set(value, digest);
    return digest;
  }

  private ofText(text: string): string {
    // Most texts are no moments, and a large document has millions.
    const moment = /^\d{4}-\d{2}-\d{2}[T ]/.test(text) ? momentIn(text, this.clock) : null;
    return moment === null ? JSON.stringify(text) : `moment ${moment.epoch}`;
  }

  ofEvent(event: Node): string {
    const content = this.contents.get(event) ?? this.ofMembers(event, ofPlace, deepest);
    this.contents.set(event, content);
    return content;
  }

  private make(value: object, levels: number): string {
    if (levels === 0) return `too deep ${(this.unknown += 1)}`;
    if (!isNode(value)) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      return hash('sha1', `[${items.map((item) => this.of(item, levels - 1)).join()}]`);
    }
    const isNamed = referenceOf(value) !== null || !isBlank(value['@id']);
    return this.ofMembers(value, new Set(isNamed ? [] : ['@id']), levels);
  }

  private ofMembers(node: Node, without: ReadonlySet<string>, levels: number): string {
    const members = Object.keys(node).filter(
      (member) => !without.has(member) && (node[member] ?? null) !== null,
    );
    const parts = members
      .sort()
      .map((member) => `${JSON.stringify(member)}:${this.of(node[member], levels - 1)}`);
    return hash('sha1', `{${parts.join()}}`);
  }
}

/**
 * Finds repeated events: places of the same event must not be sold twice. Events with the same `@id` are the same.
 * Events without `@id` are the same if they have equal content and are sessions of one event, or separate events,
 * or contain themselves what they are and where: a session with only a time may be another one in another event.
 */
export class Repeats {
  private readonly byId = new Map<string, Node>();
  private readonly buckets = new Map<string, Bucket>();
  private readonly ordinals = new Map<unknown, number>();
  readonly digests: Digests;

  /** `isOfSessions`: separate events are not included. `clock`: of the catalogue. */
  constructor(
    private readonly isOfSessions: boolean,
    clock: ZoneClock,
  ) {
    this.digests = new Digests(clock);
  }

  /** Whether the event is a repetition, which is reported. An event that is not repeated is stored. */
  isRepeated(part: DocumentPart, event: DocumentPart | null): boolean {
    const { id } = part;
    const entry = entryOf(part, event);
    if (entry === null) return false;
    const known = id === null ? undefined : this.byId.get(id);
    if (known !== undefined && known !== entry.value && !this.areEqual(known, entry.value)) {
      part
        .at('@id')
        .fail('This "@id" is there twice, with different content: it is not clear which to sell.');
      return true;
    }
    if (id !== null) this.byId.set(id, entry.value);
    const bucket = this.bucketOf(entry);
    if (known !== undefined || this.isKnown(entry, bucket)) {
      part.warn('Left out: this event is there already.');
      return true;
    }
    if (this.isAlike(entry, bucket)) {
      part.warn('Taken for another event than the one before it with the same name, time and place.');
    }
    this.add(entry, bucket);
    return false;
  }

  remember(part: DocumentPart, event: DocumentPart): void {
    const entry = entryOf(part, event);
    if (entry !== null) this.add(entry, this.bucketOf(entry));
  }

  private areEqual(one: unknown, other: unknown): boolean {
    return this.digests.of(one) === this.digests.of(other);
  }

  private isKnown(entry: Entry, bucket: Bucket): boolean {
    if (bucket.first === null) return false;
    const ids = this.idsOf(entry, bucket);
    return entry.id === null ? ids.size > 0 : ids.has(null) || ids.has(entry.id);
  }

  private isAlike({ value, id, event }: Entry, { first }: Bucket): boolean {
    if (first === null || first.event !== event) return false;
    const mayBeOne = first.id === null || id === null || first.id === id;
    return mayBeOne && this.areEqual(first.value['location'], value['location']);
  }

  private add(entry: Entry, bucket: Bucket): void {
    if (bucket.first === null) bucket.first = entry;
    else this.idsOf(entry, bucket).add(entry.id);
  }

  /** The `@id` of each event in the bucket that has the content of `entry`. */
  private idsOf(entry: Entry, { first, ids }: Bucket): Set<string | null> {
    if (ids.size === 0 && first !== null) ids.set(this.digests.ofEvent(first.value), new Set([first.id]));
    const content = this.digests.ofEvent(entry.value);
    const found = ids.get(content) ?? new Set();
    ids.set(content, found);
    return found;
  }

  /** The events that may be similar to an event. Most differ in their times and names: these are not compared. */
  private bucketOf({ value, event }: Entry): Bucket {
    const isOfEvent = this.isOfSessions && !isWhole(value);
    if (isOfEvent && !this.ordinals.has(event)) this.ordinals.set(event, this.ordinals.size + 1);
    const ordinal = isOfEvent ? this.ordinals.get(event) : 0;
    const key = `${ordinal} ${this.digests.of(value['startDate'])} ${this.digests.of(value['name'])}`;
    const bucket = this.buckets.get(key) ?? { first: null, ids: new Map() };
    this.buckets.set(key, bucket);
    return bucket;
  }
}

function entryOf({ value }: DocumentPart, event: DocumentPart | null): Entry | null {
  if (!isNode(value)) return null;
  const id = typeof value['@id'] === 'string' && !isBlank(value['@id']) ? value['@id'] : null;
  return { value, id, event: event?.value ?? null };
}

function isBlank(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('_:');
}

/** Stores the sessions in events, at any depth. Yields after each. */
export function* rememberSessions(
  events: readonly DocumentPart[],
  repeats: Repeats,
): Generator<undefined, void> {
  const seen = new Set<unknown>();
  const waiting = [...events];
  for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
    if (seen.has(event.value)) continue;
    seen.add(event.value);
    for (const session of event.list('subEvent')) {
      yield;
      repeats.remember(session, event);
      waiting.push(session);
    }
  }
}

/** Whether an event itself says what it is, when and where. */
function isWhole(event: Node): boolean {
  return ['name', 'startDate', 'location'].every((member) => (event[member] ?? null) !== null);
}
