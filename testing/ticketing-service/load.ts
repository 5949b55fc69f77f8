import type { Reader } from '@/lib/database/database';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { addresses, lastSegment } from '@/lib/contract/iri';
import { type History, newHistory, type Outcome, readTaken, type Units, violations } from './history';
import { bothItem, type Callable, customer, ordersBulk, type Places, reservationsBulk } from './booking';

/** An item to hold, and the units of limited counters that it needs. */
export interface LoadItem {
  body: unknown;
  units: readonly Units[];
}

/** Clients that record their calls. */
export interface Load {
  history: History;
  /** Answers with 5xx other than 503 with Retry-After, and unexpected 4xx: there must be none. */
  wrong: string[];
  /** Answers with 503, and calls that broke off. */
  unavailable: number;
  hold(service: Callable, organization: string, items: readonly LoadItem[]): Promise<Outcome>;
  order(service: Callable, organization: string, reservations: readonly string[]): Promise<Outcome>;
  /** Every contradiction between what the clients saw and what the database has. */
  check(database: Reader): Promise<string[]>;
}

/** Makes clients; their calls are checked at the end. */
export function newLoad(): Load {
  const history = newHistory();
  const wrong: string[] = [];
  let unavailable = 0;
  const send = async (
    [service, path, organization, body]: [Callable, string, string, unknown],
    read: (body: unknown) => Outcome,
  ): Promise<Outcome> => {
    const answer = await service.call('POST', path, { organization, body }).catch((error: unknown) => {
      unavailable += 1;
      // The connection was refused: only in this case the call certainly had no effect.
      if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return null;
      throw error;
    });
    if (answer === null) return { kind: 'fail' };
    if (answer.status === 201) return read(answer.body);
    if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) {
      unavailable += 1;
      return { kind: 'unknown' };
    }
    wrong.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.status < 500 ? { kind: 'fail' } : { kind: 'unknown' };
  };
  return {
    history,
    wrong,
    get unavailable() {
      return unavailable;
    },
    hold: (service, organization, items) =>
      history.record({ organization, items: items.map(({ units }) => units) }, () =>
        send([service, reservationsBulk, organization, { items: items.map(({ body }) => body) }], (body) =>
          readHold(body, items.length),
        ),
      ),
    order: (service, organization, reservations) =>
      history.record({ organization, reservations }, () =>
        send(
          [
            service,
            ordersBulk,
            organization,
            { reservations: reservations.map(addresses.reservation), customer },
          ],
          (body) => ({ kind: 'ok', ids: createOrdersOutputSchema.parse(body).orders.map(({ id }) => id) }),
        ),
      ),
    check: async (database) => violations(history.operations, await readTaken(database)),
  };
}

/** The reservation of each item, or null. */
function readHold(body: unknown, count: number): Outcome {
  const { reservations, failedReservations } = createReservationsOutputSchema.parse(body);
  const failed = new Set(failedReservations.map(({ index }) => index));
  const made = reservations.map(({ id }) => id);
  return {
    kind: 'ok',
    ids: Array.from({ length: count }, (_, i) => (failed.has(i) ? null : (made.shift() ?? null))),
  };
}

/** So many boat trips; the boat's session is the only limited counter. */
export function boatItem(places: Places, units = 1, session = places.ten): LoadItem {
  return { body: bothItem(places, units, session), units: [{ counterId: lastSegment(session), units }] };
}

/** So many clients, each running the next task when its last one is done, until there is none left. */
export async function clients(count: number, work: () => Promise<boolean>): Promise<void> {
  const client = async () => {
    while (await work());
  };
  await Promise.all(Array.from({ length: count }, client));
}
