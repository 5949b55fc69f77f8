import { findCheckout } from '../../../shop/data/checkout-store';
import { isBookingOfCatalogs } from '../../../shop/data/booking-catalogs';
import { findDocument } from '../../../shop/flows/lookup/read-checkout';
import { noteDownload } from '../../../shop/flows/order/note-download';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { deliverDocument } from '../../../client/document-delivery';
import { documentLimits } from '../../../client/document-fetch';
import { guestMayRead } from '../../common/request/guest';
import { staffAccess } from '../../common/account/for-staff';
import { may, type StaffMember } from '../../common/account/staff-access';

export type DocumentAnswer =
  /** The file. `length`: in bytes, if known. */
  | { kind: 'document'; body: ReadableStream<Uint8Array>; length: number | null; fileName: string }
  /** There is none, or it is not for this browser. */
  | { kind: 'denied' }
  /** The order's tickets are blocked. */
  | { kind: 'blocked' }
  /** The personal data was erased, and the service's documents still name the person. */
  | { kind: 'erased' }
  /** The service is still making it. */
  | { kind: 'preparing'; retryAfterSeconds: number }
  /** The service or the storage failed; trying again may help. */
  | { kind: 'failed' };

/** A document of an order, for its customer or for staff. The shop fetches it, so that no browser sees the signed URL. */
export async function getDocument(
  checkoutId: string,
  documentId: string,
  language: Language,
): Promise<DocumentAnswer> {
  const viewer = await orderViewer(checkoutId);
  if (viewer === null) return { kind: 'denied' };
  const { checkoutContext, client, config, log } = await getAppContext();
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  const found = checkout === null ? null : await findDocument(checkoutContext, checkoutId, documentId);
  if (checkout === null || found === null) return { kind: 'denied' };
  if (found.kind !== 'found') return found;
  const { ca } = config.service;
  const limits = { ...documentLimits, hosts: config.documentHosts, ...(ca === undefined ? {} : { ca }) };
  const report = (message: string, context: Record<string, unknown>) => log.error(context, message);
  const wanted = { orderId: found.order.id, documentId, language };
  const answer = await deliverDocument({ client, limits, report }, wanted);
  if (answer.kind !== 'document') {
    const context = { checkout: checkoutId, document: documentId, answer: answer.kind };
    log.warn(context, 'a document was not delivered');
    return answer;
  }
  try {
    const download = { document: documentId, language: answer.language };
    await noteDownload(checkoutContext, checkoutId, viewer === 'guest' ? null : viewer.id, download);
  } catch (error) {
    await answer.body.cancel();
    throw error;
  }
  const { body, length } = answer;
  const name = found.isCreditNote ? 'cancellation' : 'tickets';
  const fileName = `${name}-${checkout.reference}-${found.number}-${answer.language}.pdf`;
  return { kind: answer.kind, body, length, fileName };
}

/** As whom this browser may read the files of an order: the customer, or a member of staff who may see all its tickets; null: it may not. */
export async function orderViewer(checkoutId: string): Promise<'guest' | StaffMember | null> {
  if (await guestMayRead(checkoutId)) return 'guest';
  const access = await staffAccess();
  if (access.kind !== 'staff' || !may(access.member, 'orders:read by catalog')) return null;
  const { member } = access;
  const { checkoutContext } = await getAppContext();
  return (await isBookingOfCatalogs(checkoutContext.database, checkoutId, member.catalogs)) ? member : null;
}
