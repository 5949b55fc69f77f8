import { venueDay } from '@/lib/locale/venue-time';
import { contentWidth, type Element } from '@/lib/pdf/tagged-pages';
import { drawTicket } from './draw-ticket';
import { dayOf, drawFacts, drawIssuer, drawLine, drawNumber, own, paragraph } from './sheet-parts';
import { part, type SheetContext } from './sheet-style';
import type { SheetTicket } from './ticket-sheet';

/** A ticket, and the order that it is of. */
interface Placed {
  context: SheetContext;
  ticket: SheetTicket;
}

/** A booking: its sellers and its number, then its tickets in the order of their times. Prices are on the invoices. */
export function drawBooking(orders: readonly SheetContext[]): Element[] {
  const placed = orders.flatMap((context) => context.sheet.tickets.map((ticket) => ({ context, ticket })));
  const sorted = placed.toSorted(compareTimes);
  const sellers = sellersOf(orders);
  return [
    ...drawHead(sellers, sorted),
    ...sorted.map(({ context, ticket }, index) =>
      drawTicket(context, ticket, {
        number: index + 1,
        count: sorted.length,
        seller: sellers.length > 1 ? context.sheet.issuer.name : null,
      }),
    ),
  ];
}

/** The first order of each seller. */
function sellersOf(orders: readonly SheetContext[]): SheetContext[] {
  const sellerOf = ({ sheet }: SheetContext) => JSON.stringify(sheet.issuer);
  return orders.filter(
    (one, index) => orders.findIndex((other) => sellerOf(other) === sellerOf(one)) === index,
  );
}

function drawHead(sellers: readonly SheetContext[], tickets: readonly Placed[]): Element[] {
  const [first] = sellers;
  if (first === undefined) throw new Error('a booking has an order');
  const { sheet, t, pages } = first;
  const text = (value: string) => [part('text', 10.5, own(first, value))];
  const elements = [
    ...sellers.flatMap((seller) => drawIssuer(seller)),
    sheet.bookingNumber === ''
      ? paragraph(
          first,
          'H1',
          pages.lines([part('display', 26, own(first, t('document.tickets')))], contentWidth),
          10,
        )
      : drawNumber(first, t('document.booking'), sheet.bookingNumber),
    ...drawFacts(first, [
      [t('document.orderedOn'), text(dayOf(first, sheet.orderedAt))],
      [t('document.tickets'), text(String(tickets.length))],
    ]),
  ];
  drawLine(first);
  return [pages.document.struct('Sect', {}, elements)];
}

/** What is for any time of a day comes before its times. */
function compareTimes(one: Placed, other: Placed): number {
  const [day, otherDay] = [dayOfVisit(one), dayOfVisit(other)];
  if (day !== otherDay) return day < otherDay ? -1 : 1;
  return (one.ticket.occursAt?.getTime() ?? 0) - (other.ticket.occursAt?.getTime() ?? 0);
}

/** YYYY-MM-DD */
function dayOfVisit({ context, ticket: { occursAt, date } }: Placed): string {
  return occursAt === null ? date : venueDay(occursAt.toISOString(), context.sheet.timezone);
}
