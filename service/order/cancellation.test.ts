import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCents, toCents } from '@/lib/money/money';
import { type CancellationCall, decideCancellation } from './cancellation';
import type { StoredCancellation, StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';

const orderedAt = new Date('2026-03-01T12:00:00Z');
const until = new Date('2026-06-01T00:00:00Z');
const open = { until, now: orderedAt };

interface Content {
  quantity: number;
  unitAmount: string;
  unitAmountExclTax: string;
  cancellation: WholeOrder['reservation']['cancellation'];
  voucher?: WholeOrder['reservation']['voucher'];
  /** How many tickets a unit has. */
  each?: number;
  status?: StoredItemTicket['status'];
}

/** An order as it is stored, with tickets `t0`, `t1`, … */
function wholeOrder({ quantity, each = 1, status = 'valid', ...content }: Content): WholeOrder {
  const customer = { firstname: 'A', lastname: 'B', email: 'a@b.test', country: 'FR', language: 'fr' };
  const ids = {
    catalogId: 'river',
    organizationId: 'shop',
    reservationId: 'r',
    itemId: 'i',
    documentId: 'd',
  };
  const chosen = { ticket: 'boat', event: 'cruise', session: 'ten' };
  return {
    order: {
      ...ids,
      id: 'o',
      reference: 'AAA-AAA-AAA',
      externalReference: null,
      customer,
      createdAt: orderedAt,
    },
    reservation: {
      id: 'r',
      organizationId: 'shop',
      catalogId: 'river',
      offerId: 'offer',
      productId: 'both',
      createdAt: orderedAt,
      expiresAt: orderedAt,
      expired: false,
      orderId: 'o',
      heldCounters: 1,
      tickets: Array.from({ length: each }, () => chosen),
      quantity,
      rebooking: null,
      giftCard: false,
      atDesk: false,
      vatRate: '0.2',
      voucherId: (content.voucher ?? null) === null ? null : 'v',
      voucher: null,
      version: 0,
      ...content,
    },
    tickets: Array.from({ length: quantity * each }, (_, position) => ({
      catalogId: 'river',
      organizationId: 'shop',
      orderId: 'o',
      id: `t${position}`,
      position,
      reference: `T-${position}`,
      ticketId: 'boat',
      eventId: 'cruise',
      sessionId: 'ten',
      seat: null,
      holder: null,
      answers: [],
      status,
      redeemedAt: status === 'redeemed' ? orderedAt : null,
      updatedAt: orderedAt,
    })),
    cancellations: [],
  };
}

/** The same order with one more cancellation. */
function withCancellation(
  whole: WholeOrder,
  change: Pick<StoredCancellation, 'units' | 'refundAmount' | 'refundAmountExclTax'>,
): WholeOrder {
  const id = `c${whole.cancellations.length}`;
  const cancellation = {
    catalogId: 'river',
    organizationId: 'shop',
    id,
    orderId: 'o',
    documentId: `d-${id}`,
    reference: id,
    createdAt: orderedAt,
    reason: 'ill',
    rebookedTo: [],
    returnedAmount: '0.00',
    ...change,
  };
  return { ...whole, cancellations: [...whole.cancellations, cancellation] };
}

/** Carries a call out that cancels tickets; throws if it is refused. */
function carriedOut(whole: WholeOrder, call: Partial<CancellationCall>): WholeOrder {
  const decision = decideCancellation(
    whole,
    { tickets: null, override: false, refundAmount: null, ...call },
    open,
  );
  if (decision.kind !== 'cancel') throw new Error(JSON.stringify(decision));
  const { inclTax, exclTax } = decision.refund;
  return withCancellation(whole, {
    units: decision.units.map(({ index }) => index),
    refundAmount: inclTax,
    refundAmountExclTax: exclTax,
  });
}

function refunded({ cancellations }: WholeOrder): { incl: number; excl: number } {
  return {
    incl: cancellations.reduce((sum, { refundAmount }) => sum + toCents(refundAmount), 0),
    excl: cancellations.reduce((sum, one) => sum + toCents(one.refundAmountExclTax), 0),
  };
}

interface Case {
  price: number;
  exclTax: number;
  quantity: number;
  share: number;
  /** The group of units with which each unit is cancelled, and what staff refund for it as a fraction of its price. */
  groups: number[];
  fractions: number[];
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    price: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2_000_000 })),
    tax: fc.double({ min: 0, max: 1, noNaN: true }),
    quantity: fc.integer({ min: 1, max: 8 }),
    share: fc.oneof(
      fc.constantFrom(0, 0.5, 0.8, 1, 1 / 3, 0.005),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    groups: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }),
    fractions: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ tax, ...rest }) => ({ ...rest, exclTax: Math.floor(rest.price / (1 + tax)) }));

function orderOf({ price, exclTax, quantity, share }: Case): WholeOrder {
  return wholeOrder({
    quantity,
    unitAmount: fromCents(price),
    unitAmountExclTax: fromCents(exclTax),
    cancellation: { deadlineHours: 0, share },
  });
}

/** The tickets of each group, group by group. */
function grouped({ quantity, groups }: Case): { tickets: string[]; group: number }[] {
  return [0, 1, 2, 3]
    .map((group) => ({
      group,
      tickets: Array.from({ length: quantity }, (_, unit) => unit)
        .filter((unit) => groups[unit] === group)
        .map((unit) => `t${unit}`),
    }))
    .filter(({ tickets }) => tickets.length > 0);
}

describe('refunds', () => {
  it('by the rule are the same in one call as in any sequence of calls', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const atOnce = refunded(carriedOut(orderOf(one), {}));
        const parts = grouped(one).reduce(
          (whole, { tickets }) => carriedOut(whole, { tickets }),
          orderOf(one),
        );
        expect(refunded(parts)).toEqual(atOnce);
        // Half up to the cent, for each unit.
        expect(Math.abs(atOnce.incl - one.price * one.share * one.quantity)).toBeLessThanOrEqual(
          0.5 * one.quantity + 1e-3,
        );
        expect(atOnce.incl).toBeLessThanOrEqual(one.price * one.quantity);
        expect(atOnce.excl).toBeLessThanOrEqual(Math.min(atOnce.incl, one.exclTax * one.quantity));
      }),
      { numRuns: 5_000 },
    );
  });

  it('of other amounts never sum to more than was paid, with and without tax', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const whole = grouped(one).reduce((order, { tickets, group }) => {
          const paid = one.price * tickets.length;
          const refundAmount = fromCents(Math.round(paid * (one.fractions[group] ?? 0)));
          const more = { tickets, override: true, refundAmount: fromCents(paid + 1) };
          expect(decideCancellation(order, more, open).kind).toBe('refused');
          return carriedOut(order, { tickets, override: true, refundAmount });
        }, orderOf(one));
        const { incl, excl } = refunded(whole);
        expect(incl).toBeLessThanOrEqual(one.price * one.quantity);
        expect(excl).toBeLessThanOrEqual(one.exclTax * one.quantity);
        for (const { refundAmount, refundAmountExclTax } of whole.cancellations) {
          expect(toCents(refundAmountExclTax)).toBeLessThanOrEqual(toCents(refundAmount));
        }
        const all = carriedOut(orderOf(one), { override: true });
        expect(refunded(all)).toEqual({ incl: one.price * one.quantity, excl: one.exclTax * one.quantity });
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['10.05', 0.5, '5.03'],
    ['0.01', 0.5, '0.01'],
    ['0.01', 0.49, '0.00'],
    ['36.00', 0.8, '28.80'],
    ['1.00', 1e-7, '0.00'],
  ])('of %s with a share of %s are %s', (unitAmount, share, amount) => {
    const rule = { deadlineHours: 0, share };
    const whole = wholeOrder({ quantity: 1, unitAmount, unitAmountExclTax: unitAmount, cancellation: rule });
    expect(carriedOut(whole, {}).cancellations).toMatchObject([{ refundAmount: amount }]);
  });
});

/** A case, and how much a voucher takes off each unit. */
const discounted = fc
  .tuple(cases, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }))
  .map(([one, parts]) => {
    const discounts = parts.slice(0, one.quantity).map((part) => Math.round(part * one.price));
    const paid = discounts.map((discount) => one.price - discount);
    return { one, discounts, paid };
  });

function discountedOrder(
  { price, exclTax, quantity, share }: Case,
  discounts: readonly number[],
): WholeOrder {
  return wholeOrder({
    quantity,
    unitAmount: fromCents(price),
    unitAmountExclTax: fromCents(exclTax),
    cancellation: { deadlineHours: 0, share },
    voucher: { use: 'u', code: 'SUMMER', discounts: discounts.map(fromCents) },
  });
}

describe('refunds of tickets with a discount', () => {
  it('are exactly what was paid, in one call and in any sequence of calls', () => {
    fc.assert(
      fc.property(discounted, ({ one, discounts, paid }) => {
        const order = discountedOrder(one, discounts);
        const all = refunded(carriedOut(order, { override: true }));
        expect(all.incl).toBe(paid.reduce((sum, each) => sum + each, 0));
        for (const override of [true, false]) {
          const atOnce = refunded(carriedOut(order, { override }));
          const parts = grouped(one).reduce(
            (whole, { tickets }) => carriedOut(whole, { tickets, override }),
            order,
          );
          expect(refunded(parts)).toEqual(atOnce);
          expect(atOnce.excl).toBeLessThanOrEqual(atOnce.incl);
          expect(atOnce.incl).toBeLessThanOrEqual(all.incl);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('of other amounts are never more than was paid', () => {
    fc.assert(
      fc.property(discounted, ({ one, discounts, paid }) => {
        const order = discountedOrder(one, discounts);
        const whole = grouped(one).reduce((earlier, { tickets, group }) => {
          const most = tickets.reduce((sum, ticket) => sum + (paid[Number(ticket.slice(1))] ?? 0), 0);
          const call = { tickets, override: true };
          const more = decideCancellation(earlier, { ...call, refundAmount: fromCents(most + 1) }, open);
          expect(more.kind).toBe('refused');
          const refundAmount = fromCents(Math.round(most * (one.fractions[group] ?? 0)));
          return carriedOut(earlier, { ...call, refundAmount });
        }, order);
        const all = refunded(carriedOut(order, { override: true }));
        expect(refunded(whole).incl).toBeLessThanOrEqual(all.incl);
        expect(refunded(whole).excl).toBeLessThanOrEqual(all.excl);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the deadline', () => {
  const whole = wholeOrder({
    quantity: 1,
    unitAmount: '1.00',
    unitAmountExclTax: '1.00',
    cancellation: { deadlineHours: 1, share: 1 },
  });
  const call = { tickets: null, override: false, refundAmount: null };

  it.each([
    [-1, 'cancel'],
    [0, 'cancel'],
    [1, 'refused'],
  ])('%i ms after it the decision is %s', (milliseconds, kind) => {
    const now = new Date(until.getTime() + milliseconds);
    expect(decideCancellation(whole, call, { until, now }).kind).toBe(kind);
    expect(decideCancellation(whole, { ...call, override: true }, { until, now }).kind).toBe('cancel');
  });
});

describe('a call without tickets', () => {
  it('is refused, and names each redeemed ticket, if there are only these', () => {
    const whole = wholeOrder({
      quantity: 2,
      unitAmount: '1.00',
      unitAmountExclTax: '1.00',
      status: 'redeemed',
      cancellation: { deadlineHours: 1, share: 1 },
    });
    const decision = decideCancellation(whole, { tickets: null, override: true, refundAmount: null }, open);
    expect(decision).toMatchObject({
      kind: 'refused',
      violations: [
        { path: 'tickets', messageKey: 'alreadyRedeemed', detail: orderedAt.toISOString() },
        { path: 'tickets', messageKey: 'alreadyRedeemed', detail: orderedAt.toISOString() },
      ],
    });
  });
});
