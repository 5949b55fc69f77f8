import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, language, startClient } from '@/testing/client/test-client';
import { type WireRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const noon = Date.parse('2026-11-03T12:00:00Z');
const hour = 60 * 60_000;
const at = (hours: number) => new Date(noon + hours * hour);
const order = (number: number, hours: number) => ({
  id: samples.id(number),
  createdAt: at(hours).toISOString(),
  reservation: `/v1/booking/reservations/${samples.id(number)}`,
  externalReference: `X-${number}`,
  totalAmountInclTax: '18.00',
});
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const pagesAsked = (seen: readonly WireRequest[]) =>
  seen.filter(({ query }) => query.get('itemsPerPage') !== '1');

describe('the list of orders by time', () => {
  it('requests each range from a server with filters, however many pages it has', async () => {
    const filters = ['createdAt[after]', 'createdAt[strictly_before]', 'order[createdAt]'];
    const all = Array.from({ length: 250 }, (_, number) => order(number, number / 1000));
    const { client, server } = await startClient((seen) => collection(seen, all, { filters }));
    const list = await client.openOrderList(at(-1), { language });
    expect(idsOf(await list.between(at(0), at(1)))).toEqual(idsOf(all));
    expect(pagesAsked(server.seen).map(({ query }) => query.get('page'))).toEqual(['1', '2', '3']);
    for (const { query } of pagesAsked(server.seen)) {
      expect(query.get('createdAt[after]')).toBe(at(0).toISOString());
      expect(query.get('createdAt[strictly_before]')).toBe(at(1).toISOString());
      expect(query.get('order[createdAt]')).toBe('asc');
    }
  });

  it('reads the list of a server without filters once, and only as far back as needed', async () => {
    const latestFirst = Array.from({ length: 1_000 }, (_, number) => order(number, -number));
    const { client, server } = await startClient((seen) => collection(seen, latestFirst));
    const list = await client.openOrderList(at(-150), { language });
    expect(pagesAsked(server.seen)).toHaveLength(2);
    expect(idsOf(await list.between(at(-2), at(0)))).toEqual([samples.id(1), samples.id(2)]);
    expect(await list.between(at(-150), at(1))).toHaveLength(151);
    expect(pagesAsked(server.seen)).toHaveLength(2);
  });

  it('reads the list of such a server to its end if it is not sorted by time, the latest first', async () => {
    const oldestFirst = Array.from({ length: 250 }, (_, number) => order(number, number));
    const { client } = await startClient((seen) => collection(seen, oldestFirst));
    const list = await client.openOrderList(at(240), { language });
    expect(await list.between(at(240), at(300))).toHaveLength(10);
    // Sorted by a random identifier, for example, and not by time.
    const mixed = oldestFirst.map((_, index) => order((index * 97) % 250, (index * 97) % 250));
    const other = await startClient((seen) => collection(seen, mixed));
    const found = await (await other.client.openOrderList(at(150), { language })).between(at(150), at(300));
    expect(found).toHaveLength(100);
  });
});
