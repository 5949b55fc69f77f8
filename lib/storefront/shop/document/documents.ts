import { findCheckout } from '../../../shop/data/checkout-store';
import { findDocument } from '../../../shop/flows/lookup/read-checkout';
import { noteDownload } from '../../../shop/flows/order/note-download';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { deliverDocument } from './document-delivery';
import { documentLimits } from './document-fetch';
import { guestMayRead } from '../../common/request/guest';
import { staffAccess } from '../../common/account/for-staff';
import { may, type StaffMember } from '../../common/account/staff-access';

export type DocumentAnswer = Awaited<ReturnType<typeof getDocument>>;

/**
 * A document of an order, for its customer or for staff. The shop fetches it, so that no browser sees the
 * signed URL. `denied`: there is none, or it is not for this browser. `blocked`: the order's tickets are.
 * `erased`: the personal data was, and the service's documents still name the person.
 */
export async function getDocument(checkoutId: string, documentId: string, language: Language) {
  const reader = await orderReader(checkoutId);
  if (reader === null) return { kind: 'denied' } as const;
  const { checkoutContext, client, config, log } = await getAppContext();
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  const found = checkout === null ? null : await findDocument(checkoutContext, checkoutId, documentId);
  if (checkout === null || found === null) return { kind: 'denied' } as const;
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
    await noteDownload(checkoutContext, checkoutId, reader === 'guest' ? null : reader.id, download);
  } catch (error) {
    await answer.body.cancel();
    throw error;
  }
  const { body, length } = answer;
  const name = found.isCreditNote ? 'credit-note' : 'tickets';
  const fileName = `${name}-${checkout.reference}-${found.number}-${answer.language}.pdf`;
  return { kind: answer.kind, body, length, fileName };
}

/** As whom this browser may read the files of an order: the customer, or a member of staff; null: it may not. */
export async function orderReader(checkoutId: string): Promise<'guest' | StaffMember | null> {
  if (await guestMayRead(checkoutId)) return 'guest';
  const access = await staffAccess();
  if (access.kind !== 'staff' || !may(access.member, 'orders:read')) return null;
  return access.member;
}
