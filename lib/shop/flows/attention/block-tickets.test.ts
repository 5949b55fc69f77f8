import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBlock } from '../../data/block-store';
import { blockTickets, unblockTickets } from './block-tickets';
import { incidentsOn } from '@/testing/shop/incidents';
import { readOrders } from '../../data/order-store';
import { findDocument, readOrderView } from '../lookup/read-checkout';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';

let shop: TestShop;
let books: ReturnType<typeof incidentsOn>;

beforeAll(async () => {
  shop = await startTestShop();
  books = incidentsOn(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

async function disputed(end: 'won' | 'lost' | null): Promise<string> {
  const { id, intent } = await books.ordered();
  const { incidents } = shop.provider;
  const dispute = incidents.openDispute(intent);
  await books.deliver(...dispute.events);
  if (end !== null) await books.deliver(...incidents.closeDispute(dispute.id, end).events);
  return id;
}

const block = (id: string) => blockTickets(shop.context, id, 'ada');
const unblock = (id: string) => unblockTickets(shop.context, id, 'ada');
const blockOf = (id: string) => findBlock(shop.context.database, id);

async function documentOf(id: string) {
  const [order] = await readOrders(shop.context.database, id);
  const document = order?.data.documents[0]?.split('/').at(-1) ?? '';
  return (await findDocument(shop.context, id, document))?.kind;
}

async function statuses(id: string): Promise<string[]> {
  const orders = await readOrders(shop.context.database, id);
  const paths = orders.flatMap(({ data }) => data.items.flatMap(({ tickets = [] }) => tickets));
  return paths.map((path) => shop.ticketing.tickets.all.get(path)?.status ?? 'missing');
}

const notes = async (id: string) =>
  (await readTimeline(shop.context.database, id)).filter(({ what }) => what.startsWith('tickets_'));

describe('the tickets of a lost dispute', () => {
  it('are blocked: no document is delivered, and they are cancelled at the service; unblocking ends both', async () => {
    shop.ticketing.tickets.support = 'change';
    const id = await disputed('lost');
    expect(await documentOf(id)).toBe('found');
    expect(await block(id)).toBe(true);
    expect(await documentOf(id)).toBe('blocked');
    expect(await statuses(id)).toEqual(['cancelled', 'cancelled']);
    expect(await blockOf(id)).toMatchObject({ asked: 'cancel', changed: 2, refused: 0, failed: 0 });
    const view = await readOrderView(shop.context, id, 'en');
    expect(view?.block).not.toBeNull();
    expect(view?.incidents).toMatchObject([{ kind: 'dispute', status: 'lost' }]);

    expect(await unblock(id)).toBe(true);
    expect(await documentOf(id)).toBe('found');
    expect(await statuses(id)).toEqual(['valid', 'valid']);
    expect(await unblock(id)).toBe(false);
    expect((await notes(id)).map(({ what, detail }) => [what, detail['staff'] ?? detail['changed']])).toEqual(
      [
        ['tickets_blocked', 'ada'],
        ['tickets_asked', 2],
        ['tickets_unblocked', 'ada'],
      ],
    );
  });

  it('are blocked once, however often staff request it', async () => {
    shop.ticketing.tickets.support = 'change';
    const id = await disputed('lost');
    expect(await Promise.all([block(id), block(id), block(id)])).toEqual([true, true, true]);
    expect(await statuses(id)).toEqual(['cancelled', 'cancelled']);
    expect((await notes(id)).filter(({ what }) => what === 'tickets_blocked')).toHaveLength(1);
    expect(await blockOf(id)).toMatchObject({ changed: 2, refused: 0, failed: 0 });
    expect(await unblock(id)).toBe(true);
    expect(await statuses(id)).toEqual(['valid', 'valid']);
  });

  it('stay blocked in the shop when the service can’t be reached; another click repeats the requests', async () => {
    shop.ticketing.tickets.support = 'change';
    const id = await disputed('lost');
    shop.ticketing.tickets.faults.push('error', 'cut_after');
    expect(await block(id)).toBe(true);
    expect(await documentOf(id)).toBe('blocked');
    expect(await blockOf(id)).toMatchObject({ changed: 0, failed: 2 });
    expect((await statuses(id)).sort()).toEqual(['cancelled', 'valid']);
    expect(await block(id)).toBe(true);
    expect(await blockOf(id)).toMatchObject({ changed: 2, failed: 0 });
    expect(await statuses(id)).toEqual(['cancelled', 'cancelled']);
  });

  it('stay blocked when the service can’t make them valid again', async () => {
    shop.ticketing.tickets.support = 'change';
    const id = await disputed('lost');
    await block(id);
    shop.ticketing.tickets.faults.push('error');
    expect(await unblock(id)).toBe(false);
    expect(await documentOf(id)).toBe('blocked');
    expect(await blockOf(id)).toMatchObject({ asked: 'restore', changed: 1, failed: 1 });
    expect(await unblock(id)).toBe(true);
    expect(await statuses(id)).toEqual(['valid', 'valid']);
  });

  it('are blocked in the shop when the server has no single tickets, and staff are told', async () => {
    for (const support of ['none', 'read'] as const) {
      shop.ticketing.tickets.support = support;
      const id = await disputed('lost');
      expect(await block(id)).toBe(true);
      expect(await documentOf(id)).toBe('blocked');
      expect(await blockOf(id)).toMatchObject({ changed: 0, refused: 2, failed: 0 });
      expect(await unblock(id)).toBe(true);
      expect(await documentOf(id)).toBe('found');
    }
  });

  it('that were used, or cancelled by the venue, keep that state', async () => {
    shop.ticketing.tickets.support = 'change';
    const id = await disputed('lost');
    const [order] = await readOrders(shop.context.database, id);
    const [used = '', gone = ''] = order?.data.items[0]?.tickets ?? [];
    const { all } = shop.ticketing.tickets;
    Object.assign(all.get(used) ?? {}, { status: 'redeemed' });
    Object.assign(all.get(gone) ?? {}, { status: 'cancelled' });
    await block(id);
    expect(await blockOf(id)).toMatchObject({ changed: 1, refused: 1, failed: 0 });
    expect(await unblock(id)).toBe(true);
    expect(await statuses(id)).toEqual(['redeemed', 'cancelled']);
  });
});

it.each(['won', null] as const)(
  'the tickets of a dispute that is not lost (%s) can’t be blocked',
  async (end) => {
    const id = await disputed(end);
    expect(await block(id)).toBe(false);
    expect(await documentOf(id)).toBe('found');
    expect(await unblock(id)).toBe(false);
  },
);
