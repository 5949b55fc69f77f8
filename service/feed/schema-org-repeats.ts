import { hash } from 'node:crypto';
import { at, fail, isNode, items, type Node, referenceOf, type Spot, warn } from './schema-org-spot';

/** An event at one place of the document. */
interface Entry {
  readonly value: Node;
  /** Its `@id`; null for none, and for a blank node, whose name says nothing. */
  readonly id: string | null;
  /** The event that it is a session of; null for an event of its own. */
  readonly event: unknown;
}

/**
 * Tells events that were there before: places of the same event must not be sold twice. Those with the same `@id` are
 * the same. Those without are the same when they say the same, and are sessions of one event, or events of their own, or
 * say themselves what they are and where: a session that says when it is only may be another one in another event.
 */
export class Repeats {
  private readonly byId = new Map<string, Node>();
  private readonly buckets = new Map<string, Entry[]>();
  private readonly ordinals = new Map<unknown, number>();
  private readonly digests = new Digests();

  /** `isOfSessions`: events of their own are not among them. */
  constructor(private readonly isOfSessions: boolean) {}

  /** Whether the event was there before, which is told. Of one that was not, it is remembered. */
  isRepeated(spot: Spot, event: Spot | null): boolean {
    if (!isNode(spot.value)) return false;
    const { value } = spot;
    const id = value['@id'];
    const known = typeof id === 'string' ? this.byId.get(id) : undefined;
    if (typeof id === 'string' && id !== '') this.byId.set(id, known ?? value);
    const isSame =
      known !== undefined && (known === value || JSON.stringify(known) === JSON.stringify(value));
    if (known !== undefined && !isSame) {
      fail(at(spot, '@id'), 'this is there twice and differs: it is not clear which to sell');
      return true;
    }
    const likeness = known === undefined ? this.likeness(spot, event) : 'same';
    if (likeness === 'same') warn(spot, 'left out: this event is there already');
    if (likeness === 'alike') {
      warn(spot, 'taken for another event than the one before it with the same name, time and place');
    }
    return likeness === 'same';
  }

  /** Remembers an event without looking for others. */
  remember(spot: Spot, event: Spot): void {
    const entry = entryOf(spot, event);
    if (entry !== null) this.bucketOf(entry).push(entry);
  }

  /** How it is like an event that was there before. Unless it is the same, it is remembered. */
  private likeness(spot: Spot, event: Spot | null): 'same' | 'alike' | 'other' {
    const entry = entryOf(spot, event);
    if (entry === null) return 'other';
    const bucket = this.bucketOf(entry);
    const [first] = bucket;
    if (first === undefined) {
      bucket.push(entry);
      return 'other';
    }
    const content = this.digests.ofEvent(entry.value);
    const isSame = bucket.some((one) => areSame(one, entry) && this.digests.ofEvent(one.value) === content);
    if (isSame) return 'same';
    bucket.push(entry);
    const isThere = this.digests.of(first.value['location']) === this.digests.of(entry.value['location']);
    return isThere && first.event === entry.event && mayBeOne(first, entry) ? 'alike' : 'other';
  }

  /** The events that an event may be like. Most differ in when they are and in their names: these are not compared. */
  private bucketOf({ value, event }: Entry): Entry[] {
    const isOfEvent = this.isOfSessions && !isWhole(value);
    if (isOfEvent && !this.ordinals.has(event)) this.ordinals.set(event, this.ordinals.size + 1);
    const ordinal = isOfEvent ? this.ordinals.get(event) : 0;
    const key = `${ordinal} ${this.digests.of(value['startDate'])} ${this.digests.of(value['name'])}`;
    const bucket = this.buckets.get(key) ?? [];
    this.buckets.set(key, bucket);
    return bucket;
  }
}

function entryOf({ value }: Spot, event: Spot | null): Entry | null {
  if (!isNode(value)) return null;
  const id = typeof value['@id'] === 'string' && !value['@id'].startsWith('_:') ? value['@id'] : null;
  return { value, id, event: event?.value ?? null };
}

/** Remembers the sessions in events, at any depth. Yields after each. */
export function* rememberSessions(events: readonly Spot[], repeats: Repeats): Generator<undefined, void> {
  const seen = new Set<unknown>();
  const waiting = [...events];
  for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
    if (seen.has(event.value)) continue;
    seen.add(event.value);
    for (const session of items(at(event, 'subEvent'))) {
      yield;
      repeats.remember(session, event);
      waiting.push(session);
    }
  }
}

function mayBeOne(one: Entry, other: Entry): boolean {
  return one.id === null || other.id === null || one.id === other.id;
}

function areSame(one: Entry, other: Entry): boolean {
  if (!mayBeOne(one, other)) return false;
  if (one.event === other.event || one.event === null || other.event === null) return true;
  return isWhole(one.value);
}

/** Whether an event says itself what it is, when and where. */
function isWhole(event: Node): boolean {
  return ['name', 'startDate', 'location'].every((member) => (event[member] ?? null) !== null);
}

// What says where an event stands, not what it is.
const ofPlace = new Set(['@id', '@context', 'superEvent']);
// The body of a request is no deeper; beyond, nothing is the same.
const deepest = 64;

/** Digests of values: the same for the same content, in whatever order its members are. */
class Digests {
  private readonly known = new WeakMap<object, string>();
  private readonly contents = new WeakMap<Node, string>();
  private unknown = 0;

  of(value: unknown, levels = deepest): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const before = this.known.get(value);
    if (before !== undefined) return before;
    const digest = levels === 0 ? `too deep ${(this.unknown += 1)}` : this.digest(value, levels);
    this.known.set(value, digest);
    return digest;
  }

  /** The content of an event, wherever it stands. */
  ofEvent(event: Node): string {
    const content = this.contents.get(event) ?? this.ofMembers(event, ofPlace, deepest);
    this.contents.set(event, content);
    return content;
  }

  private digest(value: object, levels: number): string {
    if (!isNode(value)) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      return hash('sha1', `[${items.map((item) => this.of(item, levels - 1)).join()}]`);
    }
    const isBlank = typeof value['@id'] === 'string' && value['@id'].startsWith('_:');
    const isReference = referenceOf(value) !== null;
    return this.ofMembers(value, isBlank && !isReference ? new Set(['@id']) : none, levels);
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

const none: ReadonlySet<string> = new Set();
