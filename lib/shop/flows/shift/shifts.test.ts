import { v7 as newId } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cancel, refundIdOf } from '@/testing/shop/cancellations';
import { startClosingShop } from '@/testing/shop/closing-shop';
import { tillsOf } from '@/testing/shop/shifts';
import { firstReason } from '../../../database/database';
import { readAudit } from '../../data/audit-store';
import { findOwnShift, readShiftFigures } from '../../data/shift-store';
import { settleByHand } from '../attention/settle-by-hand';
import { settleRefund } from '../refund/settle-refund';
import { countShift, explainShift } from './close-shift';
import { moveCash, openShift } from './open-shift';
import { listShifts, readShift, readTills } from './read-shifts';

const closing = await startClosingShop();
const { shop, run } = closing;
const { database } = shop.context;
const { sell, open, hold, take, reset } = tillsOf(shop);

afterAll(closing.close);
beforeEach(async () => {
  await closing.reset();
  await reset();
});

const figuresOf = async (id: string) =>
  (await readShiftFigures(database, id)).map(({ kind, method, count, amount }) => [
    kind,
    method,
    count,
    amount,
  ]);

const count = (
  shiftId: string,
  cash: string,
  terminal = '0.00',
  staff = 'ada',
  of: 'own' | 'anybody' = 'own',
) => countShift(shop.context, { shiftId, cash, terminal, staff, of });

describe('a shift', () => {
  it('has what its person sells, in cash and by card, and no sale of somebody else', async () => {
    const id = await open('ada', 'North desk');
    await sell('ada');
    await sell('ada', 'terminal');
    await sell('bo');
    expect(await figuresOf(id)).toEqual([
      ['sale', 'cash', 1, '36.00'],
      ['sale', 'terminal', 1, '36.00'],
    ]);
  });

  it('does not have a sale that was paid before it was opened, nor one without a price', async () => {
    await sell('ada');
    const id = await open('ada', 'North desk');
    shop.ticketing.price = '0.00';
    expect(await take(await hold(1), 'ada', '0.00', 'cash')).toBe('taken');
    expect(await figuresOf(id)).toEqual([]);
  });

  it('has what its person gives back in cash or by card, however it was paid, and not what the provider does', async () => {
    const sold = await sell('cy', 'terminal');
    const id = await open('ada', 'North desk');
    for (const [i, paidBack] of (['cash', 'other'] as const).entries()) {
      await cancel(shop, sold, { tickets: sold.tickets.slice(i, i + 1) });
      const how = { as: 'refunded', paidBack, reason: 'ill', staff: 'ada' } as const;
      expect(await settleRefund(shop.context, await refundIdOf(shop.context, sold.id), how)).toBe('settled');
    }
    const other = await sell('cy', 'terminal');
    await cancel(shop, other, { tickets: other.tickets.slice(0, 1) });
    // Nothing is said: it goes back as it was paid.
    const how = { as: 'refunded', reason: 'ill', staff: 'ada' } as const;
    expect(await settleRefund(shop.context, await refundIdOf(shop.context, other.id), how)).toBe('settled');
    expect(await figuresOf(id)).toEqual([
      ['refund', 'cash', 1, '-18.00'],
      ['refund', 'terminal', 1, '-18.00'],
    ]);
  });

  it('has the money of a sale without an order that its person gives back', async () => {
    const id = await open('ada', 'North desk');
    const sale = await hold(2);
    expect(await take(sale, 'ada', '36.00', 'cash')).toBe('taken');
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    await shop.settle();
    const settling = { as: 'refunded', paidBack: 'cash', staff: 'ada' } as const;
    expect(await settleByHand(shop.context, sale, settling)).toBe(true);
    expect(await settleByHand(shop.context, sale, settling)).toBe(false);
    expect(await figuresOf(id)).toEqual([
      ['sale', 'cash', 1, '36.00'],
      ['refund', 'cash', 1, '-36.00'],
    ]);
  });

  it('has cash that is put in and taken out, once for each form, with a reason in the audit log', async () => {
    const move = {
      id: newId(),
      kind: 'out',
      amount: '50.00',
      reason: 'To the safe',
      staff: 'ada',
      isSure: false,
    } as const;
    expect(await moveCash(shop.context, move)).toBe('none');
    const id = await open('ada', 'North desk');
    expect(await moveCash(shop.context, move)).toBe('moved');
    expect(await moveCash(shop.context, move)).toBe('before');
    const change = { ...move, id: newId(), kind: 'in', amount: '20.00', reason: 'Coins' } as const;
    expect(await moveCash(shop.context, change)).toBe('moved');
    expect(await readShift(database, id)).toMatchObject({
      shift: { till: 'North desk', staff: 'ada', opening: '100.00', countedAt: null, closedAt: null },
      moves: [
        { amount: '-50.00', reason: 'To the safe' },
        { amount: '20.00', reason: 'Coins' },
      ],
    });
    const [entry] = await readAudit(database, { action: 'shift_cash_moved', about: 'ada' });
    expect(entry).toMatchObject({ subjectId: id, detail: { way: 'in', amount: '20.00', reason: 'Coins' } });
    expect(await count(id, '70.00')).toBe('closed');
  });

  it('gives out no more cash than its till should have, until its person is sure', async () => {
    const id = await open('ada', 'North desk', '49.00');
    await sell('ada');
    await sell('ada', 'terminal');
    const move = { kind: 'out', reason: 'To the safe', staff: 'ada', isSure: false } as const;
    const all = { ...move, id: newId(), amount: '85.00' };
    expect(await moveCash(shop.context, { ...all, amount: '85.01' })).toBe('short');
    expect((await readShift(database, id))?.moves).toEqual([]);
    expect(await moveCash(shop.context, all)).toBe('moved');
    // The form that was sent twice is no second one.
    expect(await moveCash(shop.context, all)).toBe('before');
    const more = { ...move, id: newId(), amount: '5000.00' };
    expect(await moveCash(shop.context, more)).toBe('short');
    expect(await moveCash(shop.context, { ...more, kind: 'in' })).toBe('moved');
    expect(await moveCash(shop.context, { ...more, id: newId() })).toBe('moved');
    expect(await moveCash(shop.context, { ...more, id: newId(), isSure: true })).toBe('moved');
    expect(await count(id, '-5000.00', '36.00')).toBe('closed');
  });

  it('is closed at once when nothing differs; later sales belong to no shift', async () => {
    const id = await open('ada', 'North desk');
    await sell('ada');
    await sell('ada', 'terminal');
    expect(await count(id, '136.00', '36.00')).toBe('closed');
    await sell('ada');
    expect(await readShift(database, id)).toMatchObject({
      shift: {
        countedCash: '136.00',
        countedTerminal: '36.00',
        expectedCash: '136.00',
        expectedTerminal: '36.00',
        figures: [
          { kind: 'sale', method: 'cash', count: 1, amount: '36.00' },
          { kind: 'sale', method: 'terminal', count: 1, amount: '36.00' },
        ],
        note: '',
        closedBy: 'ada',
      },
    });
    expect(await figuresOf(id)).toHaveLength(2);
    expect(await findOwnShift(database, 'ada')).toBeNull();
  });

  it('with a difference is closed by a note; the count stays as it was, and it is counted once', async () => {
    const id = await open('ada', 'North desk');
    await sell('ada');
    expect(await explainShift(shop.context, { shiftId: id, staff: 'ada', of: 'own', note: 'why' })).toBe(
      'missing',
    );
    expect(await count(id, '130.00')).toBe('counted');
    expect(await count(id, '136.00')).toBe('before');
    // The till is free for the next person; its person explains the difference first.
    expect(await openShift(shop.context, { id: newId(), till: 'South', opening: '0.00', staff: 'ada' })).toBe(
      'own',
    );
    await open('bo', 'north DESK');
    const note = { shiftId: id, staff: 'ada', of: 'own', note: 'A note was missing' } as const;
    expect(await explainShift(shop.context, { ...note, staff: 'bo' })).toBe('missing');
    expect(await explainShift(shop.context, note)).toBe('closed');
    expect(await explainShift(shop.context, note)).toBe('before');
    expect((await readShift(database, id))?.shift).toMatchObject({ countedCash: '130.00', note: note.note });
    const [entry] = await readAudit(database, { action: 'shift_closed' });
    expect(entry).toMatchObject({ staff: 'ada', detail: { till: 'North desk', cashDifference: '-6.00' } });
  });

  it('that somebody left open is counted by another person, who is named with its owner', async () => {
    const id = await open('ada', 'North desk');
    expect(await count(id, '100.00', '0.00', 'bo')).toBe('missing');
    expect(await count(id, '100.00', '0.00', 'bo', 'anybody')).toBe('closed');
    expect((await readShift(database, id))?.shift).toMatchObject({
      staff: 'ada',
      countedBy: 'bo',
      closedBy: 'bo',
    });
    const [entry] = await readAudit(database, { action: 'shift_closed' });
    expect(entry).toMatchObject({ staff: 'bo', subjectId: id, detail: { owner: 'ada' } });
  });

  it('is one of a person and one of a till at a time; a second click opens no second one', async () => {
    const first = { id: newId(), till: 'North desk', opening: '100.00', staff: 'ada' };
    expect(await openShift(shop.context, first)).toBe('opened');
    expect(await openShift(shop.context, first)).toBe('opened');
    expect(await openShift(shop.context, { ...first, id: newId(), till: 'South' })).toBe('own');
    expect(await openShift(shop.context, { ...first, id: newId(), till: 'NORTH desk', staff: 'bo' })).toBe(
      'till',
    );
    expect((await listShifts(database, { before: undefined })).shifts).toHaveLength(1);
    expect(await readAudit(database, { action: 'shift_opened', about: first.id })).toHaveLength(1);
    expect(await readTills(database, 'ada')).toEqual({ tills: ['North desk'], last: 'North desk' });
    expect(await readTills(database, 'bo')).toEqual({ tills: ['North desk'], last: null });
  });

  it.each([
    ['its count', `update storefront.shift set counted_cash = 1`],
    ['its note', `update storefront.shift set note = 'other'`],
    ['its float', `update storefront.shift set opening = 1`],
    ['itself', 'delete from storefront.shift'],
    ['its entries', 'delete from storefront.shift_entry'],
    ['the amount of an entry', 'update storefront.shift_entry set amount = 1'],
    ['all', 'truncate storefront.shift cascade'],
  ])('that is closed keeps %s in the database', async (_, statement) => {
    const id = await open('ada', 'North desk');
    await sell('ada');
    expect(await count(id, '136.00')).toBe('closed');
    const refused = run(statement).catch((error: unknown) => firstReason(error));
    await expect(refused).resolves.toContain('can not be changed');
  });

  it('are listed in pages, the latest first', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 52; i += 1) {
      const id = await open('ada', 'North desk', '0.00');
      ids.unshift(id);
      await count(id, '0.00');
    }
    const first = await listShifts(database, { before: undefined });
    expect(first.shifts.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    const second = await listShifts(database, { before: first.next ?? '' });
    expect(second).toMatchObject({ next: null, shifts: [{ id: ids[50] }, { id: ids[51] }] });
  });
});
