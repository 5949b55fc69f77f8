import { z } from 'zod';
import { itemTicketStatuses, type ItemTicket } from '@/lib/contract/item-ticket';
import { addresses } from '@/lib/contract/iri';
import { boundedList } from '@/lib/contract/values';
import type { Database, Reader } from '@/lib/database/database';
import { forgetFiles } from '../document/document-file-store';
import type { DocumentStorage } from '../document/document-storage';
import { answerSchema, checkAnswers } from '../form/check-answers';
import { formsById } from '../form/form-store';
import { type Answer, ok } from '../http/answer';
import { requireScope } from '../http/authenticate';
import { InvalidRequest, notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { orderedProduct } from '../product/product-store';
import { lockTicket, updateTicket } from './item-ticket-store';
import { holderSchema, type StoredItemTicket } from './order';
import { databaseNow, ordersById, type WholeOrder } from './order-store';

/** What may be changed of a ticket; null clears (RFC 7386). */
export const itemTicketPatch = z.object({
  holder: holderSchema.nullable().optional(),
  answers: boundedList(answerSchema, { most: 100 }).nullable().optional(),
  status: z.enum(itemTicketStatuses).optional().meta({
    description:
      '`redeemed` takes the scope ticket:redeem. `cancelled`, and back to `valid` while it is not redeemed, are our addition.',
  }),
});
type Patch = z.infer<typeof itemTicketPatch>;
type TicketCall<Body = unknown> = Call<{ orderId: string; orderItemId: string; id: string }, unknown, Body>;

/** GET /v1/booking/orders/{orderId}/items/{orderItemId}/tickets/{id} */
export async function getItemTicket({ database }: { database: Reader }, call: TicketCall): Promise<Answer> {
  const { whole, ticket } = await requiredTicket(database, call);
  return ok(itemTicketResource(whole, ticket));
}

/**
 * PATCH of the same: holder, answers to the forms of the ticket's product, and the status. `redeemed` takes the scope
 * ticket:redeem, and works once. `cancelled` and back to `valid` (ours) work until it is redeemed, however often they are
 * asked for. 422 names what is wrong, and when it was redeemed before.
 */
export async function patchItemTicket(
  { database, documents }: { database: Database; documents: Pick<DocumentStorage, 'remove'> },
  call: TicketCall<Patch>,
): Promise<Answer> {
  const { organization } = call.principal;
  if (call.body.status === 'redeemed') requireScope(call.principal, 'ticket:redeem');
  const result = await database.transaction(async (transaction) => {
    await lockTicket(transaction, organization.id, call.params.id);
    const { whole, ticket } = await requiredTicket(transaction, call);
    await checkPatch(transaction, whole, ticket, call.body);
    const changed = patched(ticket, call.body, await databaseNow(transaction));
    await updateTicket(transaction, organization.id, changed);
    // The files show the holder.
    const superseded = await forgetFiles(transaction, organization.id, whole.order.documentId);
    return { whole, ticket: changed, superseded };
  });
  await documents.remove(result.superseded);
  return ok(itemTicketResource(result.whole, result.ticket));
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

async function checkPatch(
  reader: Reader,
  { reservation }: WholeOrder,
  ticket: StoredItemTicket,
  { answers, status }: Patch,
): Promise<void> {
  if (status !== undefined && !mayBecome(ticket.status, status)) {
    const { redeemedAt, status: before } = ticket;
    throw new InvalidRequest([
      redeemedAt === null
        ? { path: 'status', code: 'choice', detail: before }
        : { path: 'status', code: 'choice', saying: 'alreadyRedeemed', detail: redeemedAt.toISOString() },
    ]);
  }
  if (answers === undefined || answers === null) return;
  const { product } = await orderedProduct(reader, reservation.catalogId, reservation.productId);
  const fields = (await formsById(reader, product.formIds)).flatMap((form) => form.fields);
  const complaints = checkAnswers(answers, fields);
  if (complaints.length > 0) throw new InvalidRequest(complaints);
}

/** Pure. A cancelled ticket admits nobody, and a redeemed one has done so already. */
function mayBecome(before: ItemTicket['status'], status: ItemTicket['status']): boolean {
  return status === 'redeemed' ? before === 'valid' : before !== 'redeemed';
}

/** Pure: a ticket after a patch that was checked. */
function patched(ticket: StoredItemTicket, { holder, answers, status }: Patch, now: Date): StoredItemTicket {
  return {
    ...ticket,
    ...(holder === undefined ? {} : { holder }),
    ...(answers === undefined ? {} : { answers: answers ?? [] }),
    ...(status === undefined ? {} : { status, redeemedAt: status === 'redeemed' ? now : null }),
    updatedAt: now,
  };
}

function itemTicketResource({ order, reservation }: WholeOrder, ticket: StoredItemTicket): object {
  const { catalogId, offerId } = reservation;
  const resource: ItemTicket = {
    '@id': addresses.itemTicket(order.id, order.itemId, ticket.id),
    '@type': 'BookingOrderItemTicket',
    id: ticket.id,
    reference: ticket.reference,
    ticket: addresses.ticket(catalogId, offerId, ticket.ticketId),
    session: ticket.sessionId && addresses.session(catalogId, ticket.eventId, ticket.sessionId),
    status: ticket.status,
    redeemedAt: ticket.redeemedAt?.toISOString() ?? null,
    barcode: { format: 'QR_CODE', value: ticket.reference },
    holder: ticket.holder,
    answers: ticket.answers,
    updatedAt: ticket.updatedAt.toISOString(),
  };
  return { '@context': '/contexts/BookingOrderItemTicket', ...resource };
}
