import { describe, expect, it } from 'vitest';
import { catalogIdOf, inCatalog } from '../ids/catalog-id';
import type { StoredReservation } from '../reservation/reservation';
import { keyText } from '../reservation/reservation-store';
import { decideOrders, type OrderCall, type OrderData } from './decide-orders';
import type { WholeOrder } from './order-store';

const at = new Date('2026-03-01T12:00:00Z');
const customer = { firstname: 'A', lastname: 'B', email: 'a@b.test', country: 'FR', language: 'fr' };

const catalogId = catalogIdOf('shop', 'river');

function reservation(id: string, change: Partial<StoredReservation> = {}): StoredReservation {
  return {
    id,
    organizationId: 'shop',
    createdAt: at,
    expiresAt: at,
    expired: false,
    orderId: null,
    catalogId,
    offerId: 'offer',
    productId: 'both',
    quantity: 2,
    unitAmount: '36.00',
    unitAmountExclTax: '30.00',
    vatRate: '0.2',
    tickets: [
      { ticket: 'boat', event: 'cruise', session: 'ten' },
      { ticket: 'museum', event: 'visit', session: null },
    ],
    heldCounters: 1,
    cancellation: null,
    rebooking: null,
    giftCard: false,
    atDesk: false,
    voucherId: null,
    voucher: null,
    version: 0,
    ...change,
  };
}

function orderData(
  reservations: StoredReservation[],
  { alive, earlier = [] }: { alive?: Record<string, number>; earlier?: WholeOrder[] } = {},
): OrderData {
  return {
    reservations: new Map(reservations.map((one) => [keyText(one), one])),
    earlier: new Map(earlier.map((one) => [one.order.id, one])),
    alive: new Map(Object.entries(alive ?? Object.fromEntries(reservations.map(({ id }) => [id, 1])))),
    at,
  };
}

function call(reservationIds: string[], change: Partial<OrderCall> = {}): OrderCall {
  return {
    organizationId: 'shop',
    reservationIds,
    customer,
    externalReference: 'once',
    total: null,
    ...change,
  };
}

function ids(): () => string {
  let last = 0;
  return () => plainId((last += 1));
}

const plainId = (n: number) => `0000000${n}-0000-7000-8000-000000000000`;
const id = (n: number) => inCatalog(plainId(n), catalogId);

/** An earlier order of this reservation. */
function before(of: StoredReservation): { reservation: StoredReservation; whole: WholeOrder } {
  const [whole] = decideOrders([call([of.id])], orderData([of]), () => plainId(9)).made;
  if (whole === undefined) throw new Error('nothing was ordered');
  return { reservation: whole.reservation, whole };
}

const expired = (index: number) => ({ path: `reservations[${index}].expired`, code: 'isFalse' });
const ordered = (index: number) => ({ path: `reservations[${index}].order`, code: 'isNull' });
const unknown = (index: number) => ({
  path: `reservations[${index}]`,
  code: 'regex',
  messageKey: 'unknownReservation',
});

describe('the decision on orders', () => {
  it('makes an order with one valid ticket for each unit and each ticket of the offer', () => {
    const held = reservation('r1');
    const { outcomes, made } = decideOrders([call(['r1'])], orderData([held]), ids());
    const reference: unknown = expect.stringMatching(
      /^[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}$/,
    );
    const code: unknown = expect.stringMatching(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
    const fresh = {
      catalogId,
      organizationId: 'shop',
      orderId: id(1),
      reference: code,
      status: 'valid',
      redeemedAt: null,
      seat: null,
      holder: null,
      answers: [],
      updatedAt: at,
    };
    const boat = { ticketId: 'boat', eventId: 'cruise', sessionId: 'ten' };
    const museum = { ticketId: 'museum', eventId: 'visit', sessionId: null };
    expect(made).toEqual([
      {
        order: {
          catalogId,
          id: id(1),
          organizationId: 'shop',
          reservationId: 'r1',
          itemId: plainId(2),
          documentId: plainId(3),
          reference,
          externalReference: 'once',
          customer,
          createdAt: at,
        },
        reservation: { ...held, orderId: id(1) },
        tickets: [
          { ...fresh, ...boat, id: id(4), position: 0 },
          { ...fresh, ...museum, id: id(5), position: 1 },
          { ...fresh, ...boat, id: id(6), position: 2 },
          { ...fresh, ...museum, id: id(7), position: 3 },
        ],
        cancellations: [],
      },
    ]);
    expect(outcomes).toEqual([{ kind: 'ordered', orders: made }]);
    const references = [made[0]?.order.reference, ...(made[0]?.tickets ?? []).map((one) => one.reference)];
    expect(new Set(references).size).toBe(5);
  });

  it('returns the earlier order to a call for the same booking, and makes nothing', () => {
    const { reservation: r1, whole } = before(reservation('r1'));
    const known = orderData([{ ...r1, expired: true }], { earlier: [whole], alive: {} });
    const { outcomes, made } = decideOrders([call(['r1'])], known, ids());
    expect(outcomes).toEqual([{ kind: 'ordered', orders: [whole] }]);
    expect(made).toEqual([]);
    const other = decideOrders([call(['r1'], { externalReference: 'twice' })], known, ids());
    expect(other).toEqual({ outcomes: [{ kind: 'refused', violations: [ordered(0)] }], made: [] });
  });

  it('orders the new reservations of a call and returns the earlier orders of the others', () => {
    const { reservation: r1, whole } = before(reservation('r1'));
    const known = orderData([r1, reservation('r2')], { earlier: [whole] });
    const { outcomes, made } = decideOrders([call(['r1', 'r2'])], known, ids());
    expect(made.map(({ order }) => order.reservationId)).toEqual(['r2']);
    expect(outcomes).toEqual([{ kind: 'ordered', orders: [whole, ...made] }]);
  });

  it('treats a call as a repeat of an earlier one in the same transaction, or refuses it', () => {
    const calls = [call(['r1']), call(['r1']), call(['r1'], { externalReference: null })];
    const { outcomes, made } = decideOrders(calls, orderData([reservation('r1')]), ids());
    expect(made).toHaveLength(1);
    expect(outcomes).toEqual([
      { kind: 'ordered', orders: made },
      { kind: 'ordered', orders: made },
      { kind: 'refused', violations: [ordered(0)] },
    ]);
  });

  it('makes none of a call’s orders if one can’t be made, names each that can’t, and does not affect other calls', () => {
    const known = orderData([reservation('r1'), reservation('r2', { expired: true }), reservation('r3')], {
      alive: { r1: 1, r2: 1 },
    });
    const { outcomes, made } = decideOrders(
      [call(['r1', 'r2', 'r3', 'r4']), call(['r1'], { externalReference: 'later' })],
      known,
      ids(),
    );
    expect(outcomes).toEqual([
      { kind: 'refused', violations: [expired(1), expired(2), unknown(3)] },
      { kind: 'ordered', orders: made },
    ]);
    expect(made.map(({ order }) => order.externalReference)).toEqual(['later']);
  });

  it.each([
    [2, 1, 'refused'],
    [2, 2, 'ordered'],
    [1, 0, 'refused'],
    [0, 0, 'ordered'],
  ])(
    'of a reservation that held units of %i counters and still has those of %i is that it is %s',
    (held, has, kind) => {
      const known = orderData([reservation('r1', { heldCounters: held })], {
        alive: has === 0 ? {} : { r1: has },
      });
      expect(decideOrders([call(['r1'])], known, ids()).outcomes).toMatchObject([{ kind }]);
    },
  );

  it('treats a reservation of another organization like one that does not exist', () => {
    const { outcomes } = decideOrders(
      [call(['r1'], { organizationId: 'other' }), call(['r9'])],
      orderData([reservation('r1')]),
      ids(),
    );
    const refused = { kind: 'refused', violations: [unknown(0)] };
    expect(outcomes).toEqual([refused, refused]);
  });

  it('throws if the order of a reservation was not read', () => {
    const known = orderData([reservation('r1', { orderId: 'o1' })]);
    expect(() => decideOrders([call(['r1'])], known, ids())).toThrow('order o1 was not read');
  });
});

describe('the total that a client says', () => {
  const both = [reservation('a'), reservation('b')];
  const outcomeOf = (total: string | null, ids_: string[] = ['a', 'b']) =>
    decideOrders([call(ids_, { total })], orderData(both), ids()).outcomes[0];

  it('is that of all its reservations, or is left out', () => {
    expect(outcomeOf('144.00')?.kind).toBe('ordered');
    expect(outcomeOf('72.00', ['a'])?.kind).toBe('ordered');
    expect(outcomeOf(null)?.kind).toBe('ordered');
  });

  it('is refused if it is another one, and nothing is ordered', () => {
    const { outcomes, made } = decideOrders([call(['a', 'b'], { total: '72.00' })], orderData(both), ids());
    expect(outcomes).toEqual([
      {
        kind: 'refused',
        violations: [{ path: 'totalAmountInclTax', code: 'choice', messageKey: 'otherTotal' }],
      },
    ]);
    expect(made).toEqual([]);
  });

  it('is not judged when something else is wrong', () => {
    const outcome = outcomeOf('1.00', ['a', 'unknown']);
    expect(outcome).toMatchObject({ kind: 'refused', violations: [{ path: 'reservations[1]' }] });
    expect(outcome?.kind === 'refused' ? outcome.violations.length : 0).toBe(1);
  });
});
