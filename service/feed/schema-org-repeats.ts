import { Digests } from './schema-org-digests';
import { at, fail, isNode, items, type Node, type Spot, warn } from './schema-org-spot';

/** An event at one place of the document. */
interface Entry {
  readonly value: Node;
  /** Its `@id`; null for none, and for a blank node, whose name says nothing. */
  readonly id: string | null;
  /** The event that it is a session of; null for an event of its own. */
  readonly event: unknown;
}

/** Events with the same name and time, which are sessions of one event, or say themselves what they are and where. */
interface Bucket {
  /** Its content is looked at when there is another one: most have a bucket of their own. */
  first: Entry | null;
  /** The `@id` of each of the others, by the content. */
  readonly ids: Map<string, Set<string | null>>;
}

/**
 * Tells events that were there before: places of the same event must not be sold twice. Those with the same `@id` are
 * the same. Those without are the same when they say the same, and are sessions of one event, or events of their own, or
 * say themselves what they are and where: a session that says when it is only may be another one in another event.
 */
export class Repeats {
  private readonly byId = new Map<string, Node>();
  private readonly buckets = new Map<string, Bucket>();
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
      known !== undefined && (known === value || this.digests.of(known) === this.digests.of(value));
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
    if (entry !== null) this.add(entry, this.bucketOf(entry));
  }

  /** How it is like an event that was there before. Unless it is the same, it is remembered. */
  private likeness(spot: Spot, event: Spot | null): 'same' | 'alike' | 'other' {
    const entry = entryOf(spot, event);
    if (entry === null) return 'other';
    const bucket = this.bucketOf(entry);
    const { first } = bucket;
    if (first === null) {
      this.add(entry, bucket);
      return 'other';
    }
    if (this.isKnown(entry, bucket)) return 'same';
    this.add(entry, bucket);
    const isThere = this.digests.of(first.value['location']) === this.digests.of(entry.value['location']);
    return isThere && first.event === entry.event && mayBeOne(first, entry) ? 'alike' : 'other';
  }

  private isKnown(entry: Entry, { first, ids }: Bucket): boolean {
    const content = this.digests.ofEvent(entry.value);
    if (first !== null && mayBeOne(first, entry) && this.digests.ofEvent(first.value) === content)
      return true;
    const known = ids.get(content);
    if (known === undefined) return false;
    return entry.id === null || known.has(null) || known.has(entry.id);
  }

  private add(entry: Entry, bucket: Bucket): void {
    if (bucket.first === null) {
      bucket.first = entry;
      return;
    }
    const content = this.digests.ofEvent(entry.value);
    const ids = bucket.ids.get(content) ?? new Set();
    bucket.ids.set(content, ids.add(entry.id));
  }

  /** The events that an event may be like. Most differ in when they are and in their names: these are not compared. */
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

/** Whether an event says itself what it is, when and where. */
function isWhole(event: Node): boolean {
  return ['name', 'startDate', 'location'].every((member) => (event[member] ?? null) !== null);
}
