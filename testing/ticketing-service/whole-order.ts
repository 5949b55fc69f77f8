import type { StoredCancellation, StoredItemTicket } from '@/service/order/order';
import type { WholeOrder } from '@/service/order/order-store';

export const orderedAt = new Date('2026-03-01T12:00:00Z');

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
export function wholeOrder({ quantity, each = 1, status = 'valid', ...content }: Content): WholeOrder {
  const customer = { firstname: 'A', lastname: 'B', email: 'a@b.test', country: 'FR', language: 'fr' };
  const ids = { organizationId: 'shop', reservationId: 'r', itemId: 'i', documentId: 'd' };
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
      ...{ id: 'r', organizationId: 'shop', catalogId: 'river', offerId: 'offer', productId: 'both' },
      ...{ createdAt: orderedAt, expiresAt: orderedAt, expired: false, orderId: 'o', heldCounters: 1 },
      tickets: Array.from({ length: each }, () => chosen),
      quantity,
      rebooking: null,
      vatRate: '0.2',
      voucherId: (content.voucher ?? null) === null ? null : 'v',
      voucher: null,
      version: 0,
      ...content,
    },
    tickets: Array.from({ length: quantity * each }, (_, position) => ({
      ...{ organizationId: 'shop', orderId: 'o', id: `t${position}`, position, reference: `T-${position}` },
      ...{ ticketId: 'boat', eventId: 'cruise', sessionId: 'ten', holder: null, answers: [] },
      ...{ status, redeemedAt: status === 'redeemed' ? orderedAt : null, updatedAt: orderedAt },
    })),
    cancellations: [],
  };
}

/** The same order with one more cancellation. */
export function withCancellation(
  whole: WholeOrder,
  change: Pick<StoredCancellation, 'units' | 'refundAmount' | 'refundAmountExclTax'>,
): WholeOrder {
  const id = `c${whole.cancellations.length}`;
  const cancellation = {
    ...{ organizationId: 'shop', id, orderId: 'o', documentId: `d-${id}`, reference: id },
    ...{ createdAt: orderedAt, reason: 'ill', rebookedTo: [], ...change },
  };
  return { ...whole, cancellations: [...whole.cancellations, cancellation] };
}
