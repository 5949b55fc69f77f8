import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money/money';
import { cancel, orderedWithTickets, refundIdOf } from '@/testing/shop/cancellations';
import { incidentsOn } from '@/testing/shop/incidents';
import { startClosingShop, timeZone, today } from '@/testing/shop/closing-shop';
import { firstReason } from '../../../database/database';
import { readRefunds } from '../../data/refund-store';
import { settleRefund } from '../refund/settle-refund';
import { acknowledgeTask } from '../attention/acknowledge-tasks';
import { readAudit } from '../../data/audit-store';
import { type CloseDay, closeDay } from './close-day';

const closing = await startClosingShop();
const { shop, run, read, soldForCash } = closing;

afterAll(closing.close);
beforeEach(closing.reset);

const close = (changes: Partial<CloseDay> = {}) =>
  closeDay(shop.context, {
    day: today(),
    timeZone,
    counted: '0.00',
    expected: '0.00',
    note: '',
    staff: 'ada',
    ...changes,
  });

describe('a day', () => {
  it('without payments has no figures, and can be closed', async () => {
    expect(await read()).toEqual({
      figures: [],
      cash: '0.00',
      closing: null,
      corrections: [],
      shifts: { shifts: [], amounts: [] },
      payouts: [],
      notPaidOut: null,
    });
    expect(await close()).toBe('closed');
  });

  it('stays as it was closed: the database changes and deletes no closed day', async () => {
    await close();
    for (const statement of [
      `update storefront.closing set counted = 1`,
      'delete from storefront.closing',
      'truncate storefront.closing',
    ])
      await expect(run(statement).catch((error: unknown) => firstReason(error))).resolves.toContain(
        'a closed day can not be changed',
      );
    expect((await read()).closing).toMatchObject({ counted: '0.00' });
  });

  it('has its payments and refunds by method', async () => {
    const ordered = await orderedWithTickets(shop, 3);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    await soldForCash(2);
    const { figures, cash } = await read();
    expect(figures).toEqual([
      { method: 'cash', kind: 'payment', count: 1, amount: '36.00' },
      { method: 'provider', kind: 'payment', count: 1, amount: '54.00' },
      { method: 'provider', kind: 'refund', count: 1, amount: '-18.00' },
    ]);
    expect(cash).toBe('36.00');
  });

  it('has what staff have paid back by the way in which they did', async () => {
    const sold = await orderedWithTickets(shop, 4);
    await run(`update storefront.payment set method = 'terminal' where checkout_id = '${sold.id}'`);
    for (const [i, paidBack] of (['cash', 'terminal', 'other', 'provider'] as const).entries()) {
      await cancel(shop, sold, { tickets: sold.tickets.slice(i, i + 1) });
      const settling = { as: 'refunded', paidBack, reason: 'at the desk', staff: 'ada' } as const;
      expect(await settleRefund(shop.context, await refundIdOf(shop.context, sold.id), settling)).toBe(
        'settled',
      );
    }
    const { figures, cash } = await read();
    expect(figures).toEqual([
      { method: 'cash', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'other', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'terminal', kind: 'payment', count: 1, amount: '72.00' },
      // The provider tells of what was refunded on its own pages.
      { method: 'terminal', kind: 'refund', count: 1, amount: '-18.00' },
    ]);
    expect(cash).toBe('-18.00');
  });

  it('has a refund that came back, until it is made again', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    const [row] = await readRefunds(shop.context.database, ordered.id);
    const { incidents } = shop.provider;
    await incidentsOn(shop).deliver(...incidents.failRefund(row?.refundId ?? '').events);
    const amounts = async () => (await read()).figures.map(({ kind, amount }) => [kind, amount]);
    const paid = ['payment', '36.00'];
    expect(await amounts()).toEqual([paid, ['refund', '-18.00'], ['refund_failed', '18.00']]);
    await incidentsOn(shop).deliver(...incidents.refundAtDashboard(ordered.intent, 1800).events);
    expect(sumAmounts((await read()).figures.map(({ amount }) => amount))).toBe('18.00');
  });

  it('has what staff gave back instead of a refund that came back, by the way in which they did', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    const [row] = await readRefunds(shop.context.database, ordered.id);
    const { incidents } = shop.provider;
    await incidentsOn(shop).deliver(...incidents.failRefund(row?.refundId ?? '').events);
    const seen = { checkoutId: ordered.id, id: row?.refundId ?? '', reason: 'refund_undelivered' };
    expect(await acknowledgeTask(shop.context, seen, 'ada')).toBe('unsaid');
    expect((await read()).figures).toHaveLength(3);
    expect(await acknowledgeTask(shop.context, { ...seen, paidBack: 'cash' }, 'ada')).toBe('acknowledged');
    const expected = [
      { method: 'cash', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'provider', kind: 'payment', count: 1, amount: '36.00' },
      { method: 'provider', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'provider', kind: 'refund_failed', count: 1, amount: '18.00' },
    ];
    expect(await read()).toMatchObject({ figures: expected, cash: '-18.00' });
    const [entry] = await readAudit(shop.context.database, { action: 'incident_acknowledged' });
    expect(entry?.detail).toMatchObject({ paidBack: 'cash', amount: '18.00' });
    // A refund at the provider afterwards does not undo that the cash has left the till.
    await incidentsOn(shop).deliver(...incidents.refundAtDashboard(ordered.intent, 1800).events);
    expect((await read()).cash).toBe('-18.00');
  });

  it('is closed once, with what was counted, and later sales are corrections', async () => {
    await soldForCash(2);
    const wanted = { expected: '36.00', counted: '35.50', note: '50 cents are missing' };
    expect(await close({ ...wanted, note: '' })).toBe('note');
    expect(await close(wanted)).toBe('closed');
    expect(await close({ ...wanted, counted: '36.00', staff: 'bo' })).toBe('already');
    await soldForCash(1);
    const { closing, corrections, cash } = await read();
    expect(closing).toMatchObject({ expected: '36.00', counted: '35.50', staff: 'ada', note: wanted.note });
    expect(corrections).toEqual([{ method: 'cash', kind: 'payment', count: 1, amount: '18.00' }]);
    expect(cash).toBe('54.00');
    const [entry] = await readAudit(shop.context.database, { action: 'day_closed', about: 'ada' });
    expect(entry).toMatchObject({
      subjectKind: 'closing',
      subjectId: today(),
      detail: { expected: '36.00', counted: '35.50', difference: '-0.50' },
    });
  });

  it('is not closed with cash that has changed since the page was opened, nor before it begins', async () => {
    await soldForCash(2);
    expect(await close({ expected: '18.00', counted: '18.00' })).toBe('changed');
    expect(await close({ day: '2999-01-01' })).toBe('future');
    expect((await read()).closing).toBeNull();
  });

  it('is closed by one of many at the same moment', async () => {
    const staff = ['ada', 'bo', 'cy', 'di', 'ed'];
    const answers = await Promise.all(staff.map((one) => close({ staff: one })));
    expect(answers.toSorted()).toEqual(['already', 'already', 'already', 'already', 'closed']);
  });
});
