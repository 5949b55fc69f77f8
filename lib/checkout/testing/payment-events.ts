import { createHmac, randomUUID } from 'node:crypto';
import { pageOf, type Resource } from './payment-resources';
import type { WireAnswer } from './wire';

export const webhookSecret = 'whsec_testing_testing';

/** Something that happened at the provider; `object` as it was then. `created` in seconds since 1970. */
export interface StoredEvent {
  id: string;
  created: number;
  type: string;
  object: Resource;
}

/** A webhook: the request's body and its signature header. */
export interface Notice {
  body: string;
  signature: string;
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

export function newEvent(type: string, object: Resource): StoredEvent {
  // A copy: what happens to the object later is no part of this event.
  return { id: `evt_${randomUUID()}`, created: nowInSeconds(), type, object: structuredClone(object) };
}

/** The webhook that tells of an event, signed now. Signing it again gives another delivery of the same event. */
export function signEvent(event: StoredEvent): Notice {
  const body = JSON.stringify(eventResource(event));
  const time = nowInSeconds();
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex');
  return { body, signature: `t=${time},v1=${signature}` };
}

function eventResource({ id, created, type, object }: StoredEvent): object {
  return { id, object: 'event', created, type, data: { object } };
}

/** What happened at the provider, the oldest first. */
export interface EventLog {
  all: StoredEvent[];
  tell: (type: string, object: Resource) => StoredEvent;
  /** The webhook of an event that `tell` recorded and that was not asked for yet; then of new events. */
  nextWebhook: (type: string, object: Resource) => Notice;
  /** GET /v1/events (https://docs.stripe.com/api/events/list). Null: `starting_after` names none of them. */
  list: (query: URLSearchParams, mostPerPage: number) => WireAnswer | null;
}

export function eventLog(): EventLog {
  const all: StoredEvent[] = [];
  const sent = new Set<StoredEvent>();
  const tell: EventLog['tell'] = (type, object) => {
    const event = newEvent(type, object);
    all.push(event);
    return event;
  };
  return {
    all,
    tell,
    nextWebhook: (type, object) => {
      const recorded = all.find(
        (event) => event.type === type && event.object.id === object.id && !sent.has(event),
      );
      const event = recorded ?? tell(type, object);
      sent.add(event);
      return signEvent(event);
    },
    list: (query, mostPerPage) => {
      const types = [...query].filter(([key]) => key.startsWith('types[')).map(([, type]) => type);
      const wanted = all.filter(({ type }) => types.length === 0 || types.includes(type));
      const page = pageOf(wanted, query, mostPerPage);
      if (page === null) return null;
      const data = page.data.map(eventResource);
      return { status: 200, body: { object: 'list', data, has_more: page.hasMore } };
    },
  };
}
