import type { Database, Reader } from '@/lib/database/database';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { forgetFiles } from '../document/document-file-store';
import type { DocumentStorage } from '../document/document-storage';
import { checkAnswers } from '../form/check-answers';
import { formsById } from '../form/form-store';
import { requireScope } from '../http/authenticate';
import { InvalidRequest, notFound } from '../http/problem';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { orderedProduct } from '../product/product-store';
import { unitsOf } from './cancellation';
import { giftCardsOf } from './gift-cards';
import { type ItemTicketPatch, itemTicketResource, type ItemTicketResource } from './item-ticket-resource';
import { lockTicket, updateTicket } from './item-ticket-store';
import type { StoredItemTicket } from './order';
import { databaseNow } from '@/lib/database/database-now';
import { ordersById, type WholeOrder } from './order-store';

type TicketCall<Body = unknown> = Call<'orderId' | 'orderItemId' | 'id', unknown, Body>;

/** GET /v1/booking/orders/{orderId}/items/{orderItemId}/tickets/{id} */
export async function getItemTicket(
  { database }: ReadContext,
  call: TicketCall,
): Promise<ItemTicketResource> {
  const { whole, ticket } = await requiredTicket(database, call);
  const card = (await giftCardsOf(database, whole)).get(ticket.id);
  return itemTicketResource(whole, ticket, card, preferredLanguage(call.acceptLanguage));
}

/**
 * PATCH of the same: holder, answers to the forms of the ticket's product, and the status. `redeemed` needs the
 * scope ticket:redeem, and works once. `cancelled` and back to `valid` (ours) work until it is redeemed, any number
 * of times, unless the order's cancellation has returned its unit. 422 names what is wrong, and when it was redeemed before.
 */
export async function patchItemTicket(
  { database, documents }: { database: Database; documents: Pick<DocumentStorage, 'remove'> },
  call: TicketCall<ItemTicketPatch>,
): Promise<ItemTicketResource> {
  if (call.body.status === 'redeemed') requireScope(call.principal, 'ticket:redeem');
  const result = await database.transaction(async (transaction) => {
    await lockTicket(transaction, call.principal.organization.id, call.params.id);
    const { whole, ticket } = await requiredTicket(transaction, call);
    checkNotCancelled(whole, ticket, call.body);
    checkNoGiftCard(whole, call.body);
    await checkPatch(transaction, whole, ticket, call.body);
    const changed = patched(ticket, call.body, await databaseNow(transaction));
    await updateTicket(transaction, changed);
    // The files show the holder, so they must be rendered again.
    const superseded = await forgetFiles(transaction, whole.order);
    return { whole, ticket: changed, superseded };
  });
  await documents.remove(result.superseded);
  const { whole, ticket } = result;
  const card = (await giftCardsOf(database, whole)).get(ticket.id);
  return itemTicketResource(whole, ticket, card, preferredLanguage(call.acceptLanguage));
}

async function requiredTicket(
  reader: Reader,
  { params, principal }: TicketCall,
): Promise<{ whole: WholeOrder; ticket: StoredItemTicket }> {
  const [whole] = await ordersById(reader, principal.organization.id, [params.orderId]);
  const ticket = whole?.tickets.find(({ id }) => id === params.id);
  if (whole?.order.itemId !== params.orderItemId || ticket === undefined) throw notFound();
  return { whole, ticket };
}

/** The units of a cancellation may be sold again, so its tickets stay void. */
function checkNotCancelled(whole: WholeOrder, { id }: StoredItemTicket, { status }: ItemTicketPatch): void {
  if (status === undefined || status === 'cancelled') return;
  const unit = unitsOf(whole).find(({ tickets }) => tickets.some((ticket) => ticket.id === id));
  if (unit?.cancellation === null || unit === undefined) return;
  throw new InvalidRequest([{ path: 'status', code: 'choice', messageKey: 'ticketCancelled' }]);
}

/** A gift card admits nobody; and void it would still pay: it ends with the cancellation of its order. */
function checkNoGiftCard({ reservation }: WholeOrder, { status }: ItemTicketPatch): void {
  if (status === undefined || !reservation.giftCard) return;
  throw new InvalidRequest([{ path: 'status', code: 'choice', messageKey: 'giftCard' }]);
}

async function checkPatch(
  reader: Reader,
  { reservation }: WholeOrder,
  ticket: StoredItemTicket,
  { answers, status }: ItemTicketPatch,
): Promise<void> {
  if (status !== undefined && !mayBecome(ticket.status, status)) {
    const { redeemedAt, status: before } = ticket;
    throw new InvalidRequest([
      redeemedAt === null
        ? { path: 'status', code: 'choice', detail: before }
        : { path: 'status', code: 'choice', messageKey: 'alreadyRedeemed', detail: redeemedAt.toISOString() },
    ]);
  }
  if (answers === undefined || answers === null) return;
  const { product } = await orderedProduct(reader, reservation.catalogId, reservation.productId);
  const fields = (await formsById(reader, reservation.catalogId, product.formIds)).flatMap(
    (form) => form.fields,
  );
  const violations = checkAnswers(answers, fields);
  if (violations.length > 0) throw new InvalidRequest(violations);
}

/** Pure. A cancelled ticket is not valid for entry, and a redeemed one was used already. */
function mayBecome(before: ItemTicketResource['status'], status: ItemTicketResource['status']): boolean {
  return status === 'redeemed' ? before === 'valid' : before !== 'redeemed';
}

function patched(
  ticket: StoredItemTicket,
  { holder, answers, status }: ItemTicketPatch,
  now: Date,
): StoredItemTicket {
  return {
    ...ticket,
    ...(holder === undefined ? {} : { holder }),
    ...(answers === undefined ? {} : { answers: answers ?? [] }),
    ...(status === undefined ? {} : { status, redeemedAt: status === 'redeemed' ? now : null }),
    updatedAt: now,
  };
}
