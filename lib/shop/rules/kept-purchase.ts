import { z } from 'zod';
import { customerSchema, type Customer } from '../../contract/customer';
import { addresses, idSchema, iriSchema } from '../../contract/iri';
import type { Reservation, ReservationItem } from '../../contract/reservation';
import { type Seat, seatNameSchema } from '../../contract/seat';
import { amountSchema } from '../../contract/values';
import { longestNote } from '../../payment/payment';
import type { Checkout, Hold, Payment } from './checkout';

const itemSchema = z.object({
  quantity: z.int().positive(),
  offer: iriSchema,
  product: iriSchema,
  unit: amountSchema,
  total: amountSchema,
  discount: amountSchema.optional(),
  /** A ticket, and its session if it has one. */
  tickets: z.array(z.tuple([iriSchema], iriSchema)),
  /** The names of the numbered seats of each ticket; left out: none are numbered. */
  seats: z.array(z.array(seatNameSchema)).optional(),
});

const holdSchema = z.object({
  catalog: idSchema,
  reservation: idSchema,
  total: amountSchema,
  discount: amountSchema.optional(),
  items: z.array(itemSchema).min(1),
});

/** What customers gave that does not go to the provider, and that they have to be asked for again. */
const leftOut = ['invoice', 'answers'] as const;
export type LeftOut = (typeof leftOut)[number];

const keptSchema = z.object({
  /** The identifier of the payment in the shop. */
  payment: idSchema,
  amount: amountSchema,
  customer: customerSchema.pick({ firstname: true, lastname: true, country: true }),
  /** What tickets of an earlier order paid. Left out: none were exchanged. */
  credit: amountSchema.optional(),
  voucher: z.string().optional(),
  without: z.array(z.enum(leftOut)).optional(),
  /** Left out: it does not fit, or earlier tickets were exchanged, so the purchase can't be made again. */
  holds: z.array(holdSchema).min(1).optional(),
});

/** What the payment provider keeps of a purchase, so that it can be made again if the shop's database is lost. */
export type KeptPurchase = z.infer<typeof keptSchema>;
export type KeptHold = z.infer<typeof holdSchema>;

interface Given {
  checkout: Pick<Checkout, 'voucher' | 'credit' | 'invoice' | 'answers'>;
  customer: Customer;
  payment: Pick<Payment, 'id' | 'amount'>;
  holds: readonly Pick<Hold, 'catalogId' | 'reservation'>[];
}

/** As a note for the provider: ASCII without spaces, because it is cut into parts at any place. */
export function noteOf({ checkout, customer, payment, holds }: Given): string {
  const { firstname, lastname, country } = customer;
  const { voucher, credit, invoice, answers } = checkout;
  const given: Record<LeftOut, boolean> = {
    invoice: invoice !== null,
    answers: answers !== null && answers.length > 0,
  };
  const isExchange = credit !== '0.00';
  const without = leftOut.filter((one) => given[one]);
  const start: KeptPurchase = {
    payment: payment.id,
    amount: payment.amount,
    customer: { firstname, lastname, country },
    ...(isExchange ? { credit } : {}),
    ...(voucher === null || voucher === '' ? {} : { voucher }),
    ...(without.length === 0 ? {} : { without }),
  };
  const whole = isExchange ? start : { ...start, holds: holds.map(keptHold) };
  const text = asciiOf(whole);
  return text.length <= longestNote ? text : asciiOf(start);
}

const asciiOf = (kept: KeptPurchase): string =>
  JSON.stringify(kept).replace(
    /[^!-~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const discounted = (discount: string | undefined) =>
  discount === undefined || discount === '0.00' ? {} : { discount };

function keptHold({ catalogId, reservation }: Given['holds'][number]): KeptHold {
  return {
    catalog: catalogId,
    reservation: reservation.id,
    total: reservation.totalAmountInclTax,
    ...discounted(reservation.discountInclTax),
    items: reservation.items.map((item) => ({
      quantity: item.quantity,
      offer: item.offer,
      product: item.product,
      unit: item.unitAmountInclTax,
      total: item.totalAmountInclTax,
      ...discounted(item.discountInclTax),
      tickets: item.offerTickets.map(({ ticket, session }): [string, ...string[]] =>
        session === undefined || session === null ? [ticket] : [ticket, session],
      ),
      ...keptSeats(item),
    })),
  };
}

function keptSeats({ offerTickets }: Pick<ReservationItem, 'offerTickets'>): { seats?: string[][] } {
  if (offerTickets.every(({ seats }) => seats === undefined)) return {};
  return { seats: offerTickets.map(({ seats = [] }) => seats.map(({ name }) => name)) };
}

/** A seat as far as its name tells it. */
function seatNamed(name: string): Seat {
  const [section = '', row = '', number = ''] = name.split('/');
  return { name, section, row, number };
}

/** Null for anything else. */
export function readNote(note: string | null): KeptPurchase | null {
  if (note === null) return null;
  try {
    return keptSchema.safeParse(JSON.parse(note)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The reservation as far as it was kept. It counts as expired: the service may not know it any more. */
export function reservationOf({ reservation: id, total, discount, items }: KeptHold, at: Date): Reservation {
  const moment = at.toISOString();
  return {
    '@id': addresses.reservation(id),
    '@type': 'BookingReservation',
    id,
    expired: true,
    createdAt: moment,
    expiresAt: moment,
    totalAmountInclTax: total,
    totalAmountExclTax: null,
    ...(discount === undefined ? {} : { discountInclTax: discount }),
    items: items.map((item) => ({
      unitAmountInclTax: item.unit,
      unitAmountExclTax: null,
      quantity: item.quantity,
      totalAmountInclTax: item.total,
      totalAmountExclTax: null,
      ...(item.discount === undefined ? {} : { discountInclTax: item.discount }),
      offer: item.offer,
      product: item.product,
      offerTickets: item.tickets.map(([ticket, session], index) => ({
        ticket,
        ...(session === undefined ? {} : { session }),
        ...((item.seats?.[index] ?? []).length === 0
          ? {}
          : { seats: (item.seats?.[index] ?? []).map(seatNamed) }),
      })),
    })),
    organization: '',
    order: null,
  };
}
