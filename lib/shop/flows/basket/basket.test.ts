import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { atOnce, notYet } from '@/testing/shop/at-once';
import { lastSegment } from '../../../contract/iri';
import { hold, holdAgain } from './basket';
import { describeHolds } from '../visit/describe-holds';
import { removeItem } from './remove-item';
import { readHolds } from '../../data/hold-store';
import { placeOrder } from '../checkout/place-order';
import { heldId, holdRequest, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { hashToken, newToken } from '../../tokens';

/** A browser that holds nothing else. */
const holder = { tokenHash: hashToken(newToken()), network: 'home', site: null };

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

describe('the basket', () => {
  it('accepts another item, releases one item, and is cancelled when the last item is removed', async () => {
    const id = await shop.hold(1);
    const added = await hold(shop.context, { ...holdRequest(shop.ticketing, 1), openCheckoutId: id });
    expect(heldId(added)).toBe(id);
    const [first, second] = await readHolds(shop.context.database, id);
    await removeItem(shop.context, id, first?.id ?? '');
    expect(await readHolds(shop.context.database, id)).toMatchObject([{ id: second?.id }]);
    await removeItem(shop.context, id, second?.id ?? '');
    expect(await shop.state(id)).toBe('cancelled');
  });

  it('that is on the payment page can be changed only after its payment page is closed', async () => {
    const { id, sessionId } = await shop.paying(1);
    const added = await hold(shop.context, { ...holdRequest(shop.ticketing, 1), openCheckoutId: id });
    expect(heldId(added)).toBe(id);
    expect(shop.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await shop.state(id)).toBe('held');
  });

  it('that was paid accepts no further items', async () => {
    const { id, sessionId } = await shop.paying(1);
    shop.provider.pay(sessionId);
    const added = await hold(shop.context, { ...holdRequest(shop.ticketing, 1), openCheckoutId: id });
    expect(heldId(added)).not.toBe(id);
    expect(await readHolds(shop.context.database, id)).toHaveLength(1);
  });

  it('is described by the offer that was just read, without reading it again', async () => {
    const { client, database } = shop.context;
    const request = holdRequest(shop.ticketing, 1);
    const id = lastSegment(request.items[0]?.offer ?? '');
    const read = await client.getOffer(request.catalogId, id, { language: 'en' });
    if (read.kind === 'missing') throw new Error('no offer');
    const reads = vi.spyOn(client, 'getOffer');
    const [again, once] = [await hold(shop.context, request), reads.mock.calls.length];
    const known = await hold(shop.context, { ...request, offers: [read.value] });
    expect([once, reads.mock.calls.length]).toEqual([1, 1]);
    reads.mockRestore();
    const [expected, described] = await Promise.all(
      [again, known].map((held) => readHolds(database, heldId(held))),
    );
    expect(described?.[0]?.descriptions).toEqual(expected?.[0]?.descriptions);
    expect(described?.[0]?.descriptions['en']).toMatchObject([{ productName: read.value.product.name }]);
  });

  it('is described in the language that is known, and says which, if the service is unavailable', async () => {
    const holds = await readHolds(shop.context.database, await shop.hold(1));
    shop.ticketing.unavailable = true;
    expect(await describeHolds(shop.context, holds, 'de')).toMatchObject([
      { productName: 'Adult', lang: 'en' },
    ]);
    const [inItsLanguage] = await describeHolds(shop.context, holds, 'en');
    expect(inItsLanguage?.productName).toBe('Adult');
    expect(inItsLanguage?.lang).toBeUndefined();
  });

  it('holds all requested items, or none', async () => {
    shop.ticketing.stock = 1;
    const request = {
      ...holdRequest(shop.ticketing, 1),
      items: [shop.ticketing.item(1), shop.ticketing.item(2)],
    };
    expect(await hold(shop.context, request)).toMatchObject({
      kind: 'refused',
      failed: [{ reason: 'SOLD_OUT' }],
    });
  });

  it('holds only at the price that the customer saw', async () => {
    const id = await shop.hold(1);
    const offerId = lastSegment(shop.ticketing.item(1).offer);
    const seenPrices = new Map([[offerId, '18.00']]);
    const request = { ...holdRequest(shop.ticketing, 1), openCheckoutId: id, seenPrices };
    expect(heldId(await hold(shop.context, request))).toBe(id);
    shop.ticketing.price = '18.10';
    expect(await hold(shop.context, request)).toEqual({ kind: 'repriced', offerId });
    expect(await readHolds(shop.context.database, id)).toHaveLength(2);
  });

  it('that expired can be reserved again with one click', async () => {
    const id = await shop.hold();
    expect(await holdAgain(shop.context, id, { ...holder, inTurn: atOnce })).toEqual({ kind: 'not_expired' });
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await shop.state(id)).toBe('expired');
    shop.ticketing.price = '20.00';
    expect(await holdAgain(shop.context, id, { ...holder, inTurn: atOnce })).toEqual({
      kind: 'held',
      totalBefore: '36.00',
      totalNow: '40.00',
    });
    expect(await shop.find(id)).toMatchObject({ state: 'held', holdAlive: true });
  });

  it('that expired gets its numbered seats again, also when the service still holds them', async () => {
    shop.ticketing.hasExtensions = true;
    const item = shop.ticketing.item(2);
    const seats = ['stalls/D/3', 'stalls/D/4'];
    const ticketSessions = item.ticketSessions.map((one, i) => (i === 0 ? { ...one, seats } : one));
    const request = { ...holdRequest(shop.ticketing, 2), items: [{ ...item, ticketSessions }] };
    const id = heldId(await hold(shop.context, request));
    const seatsOf = async () =>
      (await readHolds(shop.context.database, id)).flatMap(({ descriptions }) =>
        (descriptions['en'] ?? []).flatMap((line) => line.tickets.flatMap((one) => one.seats ?? [])),
      );
    expect((await seatsOf()).map(({ name }) => name)).toEqual(seats);
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await holdAgain(shop.context, id, { ...holder, inTurn: atOnce })).toMatchObject({ kind: 'held' });
    expect((await seatsOf()).map(({ name }) => name)).toEqual(seats);
    expect(await hold(shop.context, request)).toMatchObject({
      kind: 'refused',
      failed: [{ reason: 'SEAT_TAKEN', takenSeats: seats }],
    });
  });

  it('that expired keeps what the customer typed, also when the customer orders after the hold has ended', async () => {
    const id = await shop.hold();
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({ kind: 'expired' });
    expect((await shop.find(id)).entries).toMatchObject({ firstname: 'Ada', email: 'ada@example.org' });
  });

  it('that expired is not reserved again before it is the customer’s turn', async () => {
    const id = await shop.hold();
    await shop.later(id, { holdOver: true });
    await shop.settle();
    const before = shop.ticketing.stock;
    const again = await holdAgain(shop.context, id, { ...holder, inTurn: notYet });
    expect(again).toMatchObject({ kind: 'has_to_wait', asked: { item: { quantity: 2 } } });
    expect(await shop.state(id)).toBe('expired');
    expect(shop.ticketing.stock).toBe(before);
  });

  it('that expired stays expired when it is sold out', async () => {
    const id = await shop.hold();
    await shop.later(id, { holdOver: true });
    shop.ticketing.stock = 0;
    expect(await holdAgain(shop.context, id, { ...holder, inTurn: atOnce })).toMatchObject({
      kind: 'refused',
    });
    expect(await shop.state(id)).toBe('expired');
    shop.ticketing.unavailable = true;
    expect(await holdAgain(shop.context, id, { ...holder, inTurn: atOnce })).toEqual({ kind: 'unavailable' });
  });
});
