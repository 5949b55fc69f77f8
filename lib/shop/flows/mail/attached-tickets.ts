import { lastSegment } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import type { AttachedKinds } from '../../../mail/order-emails';
import { type Attachment, attachedBytes, mostAttachedBytes } from '../../../mail/mailer';
import type { CheckoutContext } from '../../context';
import type { PlacedOrder } from '../../data/order-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import type { Line } from '../../values/checkout-values';
import { areReady } from '../order/documents';
import { ticketsFile } from '../order/tickets-file';
import { orderCalendar } from '../visit/order-calendar';
import { visitsOf } from '../visit/visits';

/**
 * The tickets of a purchase as one PDF, and its dates for a calendar. What does not fit into the e-mail beside the
 * given attachments, or can't be had now, is left out: the link leads to it. The e-mail is not late because of them. For a gift
 * they and their names have no number of the booking, there is no PDF with prices, and the calendar leads to no page.
 */
export async function attachedTickets(
  context: CheckoutContext,
  { checkout, orders, block, isChanged }: WholeCheckout,
  lines: readonly Line[],
  given: readonly Attachment[],
  isGift = false,
): Promise<Attachment[]> {
  if (block !== null) return [];
  const { language, reference } = checkout;
  const documents = await ticketFiles(context, orders, {
    language,
    isGift,
    name: isGift ? 'tickets' : `tickets-${reference}`,
  });
  const visits = isChanged ? [] : visitsOf({ items: [{ lines }] });
  const calendar = visits.length === 0 ? [] : [calendarOf(context, checkout, visits, isGift)];
  const isSmall = (attachments: readonly Attachment[]) => attachedBytes(attachments) <= mostAttachedBytes;
  const all = [...documents, ...calendar];
  if (isSmall([...given, ...all])) return all;
  return isSmall([...given, ...calendar]) ? calendar : [];
}

/** What of tickets is attached, for the text of the e-mail; null: nothing. */
export function kindsOf(attachments: readonly Attachment[]): AttachedKinds | null {
  const hasCalendar = attachments.some(({ type }) => type === 'text/calendar');
  if (attachments.every(({ type }) => type === 'text/calendar')) return hasCalendar ? 'calendar' : null;
  return hasCalendar ? 'both' : 'tickets';
}

function calendarOf(
  { storefrontUrl }: CheckoutContext,
  checkout: WholeCheckout['checkout'],
  visits: ReturnType<typeof visitsOf>,
  isGift: boolean,
): Attachment {
  const { content, fileName } = orderCalendar({ checkout, storefrontUrl, isGift }, visits, checkout.language);
  return { filename: fileName, content: new TextEncoder().encode(content), type: 'text/calendar' };
}

async function ticketFiles(
  context: CheckoutContext,
  orders: readonly PlacedOrder[],
  named: { language: Language; name: string; isGift: boolean },
): Promise<Attachment[]> {
  if (!areReady(orders)) return [];
  const file = await ticketsFile(context, orders, { language: named.language, forGift: named.isGift });
  // The documents of orders have prices.
  if (file.kind === 'missing') return named.isGift ? [] : documentFiles(context, orders, named);
  return file.kind === 'drawn' ? [{ filename: `${named.name}.pdf`, content: file.content }] : [];
}

/**
 * The document of each order, from a server that does not put several into one file. All or none: an e-mail with one of two
 * documents would look as if it were complete.
 */
async function documentFiles(
  context: CheckoutContext,
  orders: readonly PlacedOrder[],
  { language, name }: { language: Language; name: string },
): Promise<Attachment[]> {
  const wanted = orders.flatMap(({ id, data }) =>
    data.documents.map((path) => ({ orderId: id, documentId: lastSegment(path), language })),
  );
  const files = await Promise.all(wanted.map((one) => context.readDocument(one, mostAttachedBytes)));
  const read = files.filter((file) => file !== null);
  if (read.length < files.length) return [];
  return read.map((content, index) => ({
    filename: `${name}${read.length === 1 ? '' : `-${index + 1}`}.pdf`,
    content,
  }));
}
