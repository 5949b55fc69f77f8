import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastSegment } from '../../../contract/iri';
import { sessionOfOrder, severalOrders } from '@/testing/shop/event-changes';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { findHoldersPage, readStart } from './event-change-start';

let shop: TestShop;

// The catalogue is cached, so each test has a shop of its own.
beforeEach(async () => {
  shop = await startTestShop();
  shop.ticketing.hasFilters = true;
});
afterEach(() => shop.close());

const context = () => ({ client: shop.context.client, checkoutContext: shop.context });
const sessionId = (index: number) => lastSegment(shop.ticketing.programme[index]?.session ?? '');

async function sold(): Promise<string> {
  const [ordered] = await severalOrders(shop, 1);
  if (ordered === undefined) throw new Error('nothing was ordered');
  return sessionOfOrder(shop, ordered);
}

const start = (action: 'rebook' | 'notify', of: string, target: string) =>
  readStart(context(), { sessionId: of, action, target }, 'en');

/** Sets the states of the sessions of the programme, by their positions. */
function setStates(...states: readonly ('on_sale' | 'not_on_sale' | 'cancelled')[]): void {
  shop.ticketing.programme = shop.ticketing.programme.map((session, index) => {
    const status = states[index];
    return status === undefined ? session : { ...session, status };
  });
}

describe('the holders of a session', () => {
  it('can be rebooked to the other coming sessions of the event that are on sale', async () => {
    setStates('not_on_sale', 'on_sale', 'cancelled');
    const past = { session: shop.ticketing.programme[1]?.session.replace(/.{4}$/, '0000') ?? '' };
    const over = { ...past, occursAt: '2020-05-04T14:30:00+02:00', offer: '' };
    shop.ticketing.programme = [...shop.ticketing.programme, over];
    const page = await findHoldersPage(context(), await sold(), 'en');
    expect(page).toMatchObject({ kind: 'found', isOnSale: false });
    expect(page.kind === 'found' ? page.targets : []).toEqual([
      { id: sessionId(1), occursAt: '2030-05-04T17:00:00+02:00', name: null, left: 5 },
    ]);
  });

  it('are counted while they have valid tickets of it', async () => {
    shop.ticketing.tickets.support = 'change';
    const [first] = await severalOrders(shop, 2);
    if (first === undefined) throw new Error('nothing was ordered');
    const session = await sessionOfOrder(shop, first);
    const counted = async () => {
      const page = await findHoldersPage(context(), session, 'en');
      return page.kind === 'found' ? page.orders : page.kind;
    };
    expect(await counted()).toEqual({ count: 2, of: 'valid' });
    for (const path of first.tickets) {
      const ticket = shop.ticketing.tickets.all.get(path);
      if (ticket !== undefined) ticket.status = 'cancelled';
    }
    expect(await counted()).toEqual({ count: 1, of: 'valid' });
  });

  it('are rebooked to the chosen session, as it is now', async () => {
    setStates('not_on_sale', 'on_sale');
    const of = await sold();
    expect(await start('rebook', of, sessionId(1))).toMatchObject({
      action: 'rebook',
      sessionId: of,
      eventName: 'Harbour walk',
      target: { id: sessionId(1), occursAt: new Date('2030-05-04T15:00:00Z') },
    });
  });

  it('are not rebooked while the session is on sale; they can be told', async () => {
    setStates('on_sale', 'on_sale');
    const of = await sold();
    expect(await start('rebook', of, sessionId(1))).toBe('on_sale');
    expect(await start('notify', of, '')).toMatchObject({ action: 'notify' });
  });

  it('are not rebooked to the same session, one that is not on sale, another event’s, or none', async () => {
    setStates('not_on_sale', 'cancelled');
    const of = await sold();
    for (const target of [of, of.toUpperCase(), sessionId(1), '', '=cmd()', '../x']) {
      expect(await start('rebook', of, target), target).toBe('target');
    }
  });

  it('are missing for a session of which nothing was sold', async () => {
    expect(await start('rebook', sessionId(2), sessionId(1))).toBe('missing');
  });
});
