import { lastSegment } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { type AppContext, getAppContext } from '../../../runtime/app-context';
import { readWholeCheckout } from '../../../shop/data/whole-checkout-store';
import { areReady } from '../../../shop/flows/order/documents';
import { noteDownload } from '../../../shop/flows/order/note-download';
import { sharedTicketsFile } from '../../../shop/flows/order/tickets-file';
import { phaseOf } from '../../common/order/orders';
import { type DocumentAnswer, orderViewer } from './documents';

export type TicketsAnswer =
  | { kind: 'tickets'; content: Uint8Array<ArrayBuffer>; fileName: string }
  /** The service does not put them into one file: where the documents of its orders are. */
  | { kind: 'separate'; documents: readonly string[] }
  | Exclude<DocumentAnswer, { kind: 'document' }>;

/** The valid tickets of a booking as one PDF, for its customer or for staff. */
export async function getTickets(checkoutId: string, language: Language): Promise<TicketsAnswer> {
  const viewer = await orderViewer(checkoutId);
  if (viewer === null) return { kind: 'denied' };
  return ticketsFor(await getAppContext(), {
    checkoutId,
    staffId: viewer === 'guest' ? null : viewer.id,
    language,
  });
}

/** The same for someone who may see the booking: its customer, or a member of staff. */
export async function ticketsFor(
  { checkoutContext }: Pick<AppContext, 'checkoutContext'>,
  { checkoutId, staffId, language }: { checkoutId: string; staffId: string | null; language: Language },
): Promise<TicketsAnswer> {
  const whole = await readWholeCheckout(checkoutContext.database, checkoutId);
  if (whole === null || phaseOf(whole.checkout) !== 'confirmed') return { kind: 'denied' };
  const { checkout, orders, block } = whole;
  if (checkout.anonymisedAt !== null) return { kind: 'erased' };
  if (block !== null) return { kind: 'blocked' };
  if (!areReady(orders)) return { kind: 'preparing', retryAfterSeconds: 5 };
  const file = await sharedTicketsFile(checkoutContext, orders, language);
  switch (file.kind) {
    case 'drawn':
      await noteDownload(checkoutContext, checkoutId, staffId, {
        document: 'tickets',
        language: file.language,
      });
      return {
        kind: 'tickets',
        content: file.content,
        fileName: `tickets-${checkout.reference}-${file.language}.pdf`,
      };
    case 'missing':
      return {
        kind: 'separate',
        documents: orders.flatMap(({ data }) =>
          data.documents.map((path) => paths.document(checkoutId, lastSegment(path), language)),
        ),
      };
    case 'none':
      return { kind: 'denied' };
    case 'failed':
      return file;
  }
}
