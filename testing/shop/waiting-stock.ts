import { randomUUID } from 'node:crypto';
import type { Reservation } from '@/lib/contract/reservation';
import { reservationResource } from '@/testing/service/resources';

/** One offer with one session, and what is left of it. */
export class Stock {
  left = 0;
  /** Null: as many as are left of the offer. */
  leftOfSession: number | null = null;
  begins = new Date(Date.now() + 86_400_000);
  isUnavailable = false;
  /** How many answers to reservation requests are lost after they were carried out. */
  loseAnswers = 0;
  reads = 0;
  readonly held = new Map<string, Reservation>();
  private readonly byKey = new Map<string, Reservation>();

  reserve(key: string, item: { quantity: number; offer: string; ticketSessions: { ticket: string }[] }) {
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    if (item.quantity > this.left) return null;
    this.left -= item.quantity;
    const now = Date.now();
    const amounts = { unitAmountInclTax: '10.00', unitAmountExclTax: null, totalAmountExclTax: null };
    const reservation = reservationResource(randomUUID(), {
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 15 * 60_000).toISOString(),
      totalAmountInclTax: '10.00',
      items: [
        {
          ...amounts,
          quantity: item.quantity,
          totalAmountInclTax: '10.00',
          offer: item.offer,
          product: '/v1/ticketing/catalogs/c/products/p',
          offerTickets: item.ticketSessions,
        },
      ],
    });
    this.byKey.set(key, reservation);
    this.held.set(reservation.id, reservation);
    return reservation;
  }

  release(id: string): void {
    const found = this.held.get(id);
    if (found === undefined) return;
    this.left += found.items.reduce((sum, { quantity }) => sum + quantity, 0);
    this.held.delete(id);
  }
}
