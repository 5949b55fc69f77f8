import type { Language } from '@/lib/locale/languages';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { DocumentName } from './documents';
import type { OrderPageView, PlacedOrderView } from './order-view';

type View = Pick<OrderPageView, 'items' | 'orders'>;

const linesOfOrder = ({ items }: View, { reservationId }: PlacedOrderView) =>
  items.find((item) => item.reservationId === reservationId)?.lines ?? [];

/** The days and times of an order's tickets, in words. */
function momentsOf(view: View, order: PlacedOrderView, language: Language): string[] {
  const moments = linesOfOrder(view, order).flatMap((line) =>
    line.tickets.map((ticket) => ticketMoment(line, ticket, language)),
  );
  return moments.map(({ day, time }) => (time === null ? day : `${day}, ${time}`));
}

/** The name of an order's documents: the catalogue, and where there are several orders, for what and when it is. */
export function documentName(view: View, order: PlacedOrderView, language: Language): DocumentName {
  const lines = linesOfOrder(view, order);
  const isOneOfSeveral = view.orders.length > 1;
  const bought = isOneOfSeveral
    ? lines.map(({ quantity, productName }) => `${quantity} × ${productName}`)
    : [];
  const moments = isOneOfSeveral ? momentsOf(view, order, language) : [];
  return {
    name: joined([lines[0]?.catalogName ?? '', ...bought]),
    lang: lines[0]?.lang,
    moment: joined(moments, '; '),
  };
}

function joined(parts: readonly string[], separator = ', '): string {
  return [...new Set(parts)].filter((part) => part !== '').join(separator);
}
