import { describe, expect, it } from 'vitest';
import { longestNote } from '../../payment/payment';
import { addresses } from '@/lib/contract/iri';
import type { Reservation } from '@/lib/contract/reservation';
import { noteOf, readNote, reservationOf } from './kept-purchase';
import { requestOf } from './requested-items';

const id = () => crypto.randomUUID();
const catalogId = id();
const at = new Date('2027-06-01T08:00:00Z');

const item = (tickets = 1): Reservation['items'][number] => ({
  unitAmountInclTax: '18.00',
  unitAmountExclTax: null,
  quantity: 2,
  totalAmountInclTax: '33.00',
  totalAmountExclTax: null,
  discountInclTax: '3.00',
  offer: addresses.offer(catalogId, id()),
  product: addresses.product(catalogId, id()),
  offerTickets: Array.from({ length: tickets }, () => ({
    ticket: addresses.ticket(catalogId, id(), id()),
    session: addresses.session(catalogId, id(), id()),
  })),
});

const reservation = (items = [item()]): Reservation => ({
  '@id': addresses.reservation(catalogId),
  '@type': 'BookingReservation',
  id: catalogId,
  expired: true,
  createdAt: at.toISOString(),
  expiresAt: at.toISOString(),
  totalAmountInclTax: '33.00',
  totalAmountExclTax: null,
  items,
  organization: '',
  order: null,
});

const customer = {
  firstname: 'Zoë Ann',
  lastname: '“Ōe” 🎟 \\',
  email: 'zoe@example.org',
  phone: '+33 1',
  country: 'FR',
  language: 'fr',
};
const bare = { voucher: null, credit: '0.00', invoice: null, answers: null };
const payment = { id: id(), amount: '33.00' };
const given = (
  holds: readonly Reservation[],
  checkout: Partial<Parameters<typeof noteOf>[0]['checkout']> = {},
) => ({
  checkout: { ...bare, ...checkout },
  customer,
  payment,
  holds: holds.map((one) => ({ catalogId, reservation: one })),
});

describe('what the provider keeps of a purchase', () => {
  it('is read as it was written', () => {
    const held = reservation([item(), { ...item(), offerTickets: [{ ticket: '/v1/t/1' }] }]);
    const note = noteOf(given([held], { voucher: 'TEN OFF' }));
    expect(note).toMatch(/^[!-~]+$/);
    const kept = readNote(note);
    expect(kept).toMatchObject({
      payment: payment.id,
      amount: '33.00',
      voucher: 'TEN OFF',
      customer: { firstname: 'Zoë Ann', lastname: customer.lastname, country: 'FR' },
    });
    expect(kept?.holds?.map((one) => reservationOf(one, at))).toEqual([held]);
  });

  it('names the numbered seats, so that the same ones are held again', () => {
    const seats = [
      { name: 'stalls/D/3', section: 'stalls', row: 'D', number: '3' },
      { name: 'stalls/D/4', section: 'stalls', row: 'D', number: '4' },
    ];
    const seated = { ...item(), offerTickets: item().offerTickets.map((one) => ({ ...one, seats })) };
    const held = reservation([seated, item()]);
    const kept = readNote(noteOf(given([held])));
    const again = kept?.holds?.map((one) => reservationOf(one, at)) ?? [];
    expect(again).toEqual([held]);
    expect(again.flatMap(requestOf).map(({ ticketSessions }) => ticketSessions[0]?.seats)).toEqual([
      ['stalls/D/3', 'stalls/D/4'],
      undefined,
    ]);
  });

  it('has no e-mail address, phone number, company or answers, and says which of these were given', () => {
    const invoice = { company: 'Ada SA', vatNumber: 'FR1' };
    const answers = [{ item: 'i', unit: 0, answers: [{ field: 'diet', value: 'vegan' }] }];
    const note = noteOf(given([reservation()], { invoice, answers }));
    expect(note).not.toMatch(/zoe@|\+33|Ada|FR1|vegan|diet/);
    expect(readNote(note)?.without).toEqual(['invoice', 'answers']);
  });

  it('leaves out what was held if tickets were exchanged', () => {
    expect(readNote(noteOf(given([reservation()], { credit: '12.00' })))).toEqual({
      payment: payment.id,
      amount: '33.00',
      credit: '12.00',
      customer: { firstname: 'Zoë Ann', lastname: customer.lastname, country: 'FR' },
    });
  });

  it.each([
    [33, true],
    [50, false],
  ])('with %i items of one ticket fits: %s', (items, fits) => {
    const note = noteOf(given([reservation(Array.from({ length: items }, () => item()))]));
    expect(note.length).toBeLessThanOrEqual(longestNote);
    expect(readNote(note)?.holds !== undefined).toBe(fits);
  });

  it.each([[null], [''], ['{'], ['{"payment":1}'], ['[]']])('is nothing in %s', (note) => {
    expect(readNote(note)).toBeNull();
  });
});
