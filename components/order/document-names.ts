import type { Language } from '@/lib/locale/languages';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { DocumentName } from './documents';
import type { OrderPageView, PlacedOrderView } from './order-view';

type View = Pick<OrderPageView, 'items' | 'orders'>;

const linesOfOrder = ({ items }: View, { reservationId }: PlacedOrderView) =>
  items.find((item) => item.reservationId === reservationId)?.lines ?? [];

/** The catalogue, and what was bought where there are several orders: they may be in the same catalogue. */
function plainName(view: View, order: PlacedOrderView): string {
  const lines = linesOfOrder(view, order);
  const bought = view.orders.length < 2 ? [] : lines.map(({ productName }) => productName);
  const parts = [lines[0]?.catalogName ?? '', ...bought];
  return [...new Set(parts)].filter((part) => part !== '').join(', ');
}

function momentOf(view: View, order: PlacedOrderView, language: Language): string | undefined {
  const [line] = linesOfOrder(view, order);
  const [ticket] = line?.tickets ?? [];
  if (line === undefined || ticket === undefined) return undefined;
  const { day, time } = ticketMoment(line, ticket, language);
  if (day === '') return undefined;
  return time === null ? day : `${day}, ${time}`;
}

/** The name of an order's documents. The same ticket may have been bought for several days, so it has the day then. */
export function documentName(view: View, order: PlacedOrderView, language: Language): DocumentName {
  const name = plainName(view, order);
  const isShared = view.orders.some((other) => other !== order && plainName(view, other) === name);
  return {
    name,
    lang: linesOfOrder(view, order)[0]?.lang,
    moment: isShared ? momentOf(view, order, language) : undefined,
  };
}
