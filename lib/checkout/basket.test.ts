import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hold, holdAgain, removeItem } from './basket';
import { readHolds } from './hold-store';
import { placeOrder } from './pay';
import { heldId, holdRequest, orderOf, startStage, type Stage } from './testing';
import { hashToken, newToken } from './tokens';

/** Of a browser that holds nothing else. */
const holder = { tokenHash: hashToken(newToken()), network: 'home', site: null };

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

describe('the basket', () => {
  it('takes more, gives back one, and is over with the last', async () => {
    const id = await stage.hold(1);
    const added = await hold(stage.rooms, { ...holdRequest(stage.ticketing, 1), openCheckoutId: id });
    expect(heldId(added)).toBe(id);
    const [first, second] = await readHolds(stage.rooms.database, id);
    await removeItem(stage.rooms, id, first?.id ?? '');
    expect(await readHolds(stage.rooms.database, id)).toMatchObject([{ id: second?.id }]);
    await removeItem(stage.rooms, id, second?.id ?? '');
    expect(await stage.state(id)).toBe('cancelled');
  });

  it('that is being paid is changed only after nobody can pay for it any more', async () => {
    const { id, sessionId } = await stage.paying(1);
    const added = await hold(stage.rooms, { ...holdRequest(stage.ticketing, 1), openCheckoutId: id });
    expect(heldId(added)).toBe(id);
    expect(stage.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await stage.state(id)).toBe('held');
  });

  it('that was paid is not added to', async () => {
    const { id, sessionId } = await stage.paying(1);
    stage.provider.pay(sessionId);
    const added = await hold(stage.rooms, { ...holdRequest(stage.ticketing, 1), openCheckoutId: id });
    expect(heldId(added)).not.toBe(id);
    expect(await readHolds(stage.rooms.database, id)).toHaveLength(1);
  });

  it('holds all of what was asked for, or nothing', async () => {
    stage.ticketing.stock = 1;
    const request = {
      ...holdRequest(stage.ticketing, 1),
      items: [stage.ticketing.item(1), stage.ticketing.item(2)],
    };
    expect(await hold(stage.rooms, request)).toMatchObject({
      kind: 'refused',
      failed: [{ reason: 'SOLD_OUT' }],
    });
  });

  it('holds at the price that was seen, or nothing', async () => {
    const id = await stage.hold(1);
    const request = { ...holdRequest(stage.ticketing, 1), openCheckoutId: id, seenPrice: '18.00' };
    expect(heldId(await hold(stage.rooms, request))).toBe(id);
    stage.ticketing.price = '18.10';
    expect(await hold(stage.rooms, request)).toEqual({ kind: 'repriced' });
    expect(await readHolds(stage.rooms.database, id)).toHaveLength(2);
  });

  it('that expired is held again with one click', async () => {
    const id = await stage.hold();
    expect(await holdAgain(stage.rooms, id, holder)).toEqual({ kind: 'not_expired' });
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(await stage.state(id)).toBe('expired');
    stage.ticketing.price = '20.00';
    expect(await holdAgain(stage.rooms, id, holder)).toEqual({
      kind: 'held',
      totalBefore: '36.00',
      totalNow: '40.00',
    });
    expect(await stage.find(id)).toMatchObject({ state: 'held', holdAlive: true });
  });

  it('that expired keeps what was typed, also with the click that came too late', async () => {
    const id = await stage.hold();
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({ kind: 'expired' });
    expect((await stage.find(id)).entries).toMatchObject({ firstname: 'Ada', email: 'ada@example.org' });
  });

  it('that expired and is sold out stays expired', async () => {
    const id = await stage.hold();
    await stage.later(id, { holdOver: true });
    stage.ticketing.stock = 0;
    expect(await holdAgain(stage.rooms, id, holder)).toMatchObject({ kind: 'refused' });
    expect(await stage.state(id)).toBe('expired');
    stage.ticketing.away = true;
    expect(await holdAgain(stage.rooms, id, holder)).toEqual({ kind: 'away' });
  });
});
