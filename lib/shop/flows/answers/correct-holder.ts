import { lastSegment } from '../../../contract/iri';
import type { ItemTicket } from '../../../contract/item-ticket';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import { findBlock } from '../../data/block-store';
import { findCheckout } from '../../data/checkout-store';
import { saveHolder } from '../../data/holder-store';
import { noteByStaff } from '../../data/timeline-store';
import { readOrders } from '../../data/order-store';

/** Who comes with a ticket. */
export interface HolderName {
  firstname: string;
  lastname: string;
}

/**
 * `unknown`: the order has no such ticket at the service. `blocked`: the shop does not show the order's tickets.
 * `not_valid`: the ticket was used or cancelled.
 */
export type NoTicket = 'unknown' | 'blocked' | 'not_valid';

/** `unchanged`: it has this name already. `refused`: the service does not take the name. */
export type CorrectionAnswer = 'corrected' | 'unchanged' | 'refused' | NoTicket;

type Correcting = Pick<CheckoutContext, 'database' | 'client'>;

/** A valid ticket of an order, as the service returns it, with its path. Throws a ServiceError. */
export async function findCorrectable(
  { database, client }: Correcting,
  checkoutId: string,
  ticketId: string,
): Promise<NoTicket | { path: string; ticket: ItemTicket; language: Language }> {
  const checkout = await findCheckout(database, checkoutId);
  // A person whose data was erased gets no name again.
  if (checkout === null || checkout.customer === null) return 'unknown';
  const items = (await readOrders(database, checkoutId)).flatMap(({ data }) => data.items);
  const isIt = (path: string) => lastSegment(path).toLowerCase() === ticketId.toLowerCase();
  const path = items.flatMap(({ tickets = [] }) => tickets).find(isIt);
  if (path === undefined) return 'unknown';
  if ((await findBlock(database, checkoutId)) !== null) return 'blocked';
  const found = await client.getItemTicket(path, checkout);
  if (found.kind !== 'found') return 'unknown';
  const { value: ticket } = found;
  return ticket.status === 'valid' ? { path, ticket, language: checkout.language } : 'not_valid';
}

/**
 * Corrects the name of the holder at the service, which renders the documents again; staff then find the order by it. The holder's e-mail address and the
 * customer stay as they are. The request is recorded before it is made, so that no correction is without a record; the
 * record has no names. Throws a ServiceError: then the service may have made the correction, and a repetition is safe.
 */
export async function correctHolder(
  context: Correcting,
  { checkoutId, ticketId, staff }: { checkoutId: string; ticketId: string; staff: string },
  { firstname, lastname }: HolderName,
): Promise<CorrectionAnswer> {
  const found = await findCorrectable(context, checkoutId, ticketId);
  if (typeof found === 'string') return found;
  const { path, ticket, language } = found;
  const { database, client } = context;
  const before = ticket.holder;
  const holder = { firstname, lastname, email: before?.email ?? null };
  const remember = () => saveHolder(database.single, { checkoutId, ticketId: ticket.id }, holder);
  if (before?.firstname === firstname && before.lastname === lastname) {
    // Perhaps the answer to the correction was lost.
    await remember();
    return 'unchanged';
  }
  const record = (what: 'ticket_correction' | 'ticket_correction_refused') =>
    database.transaction((transaction) =>
      noteByStaff(transaction, checkoutId, what, { staff, ticket: ticket.id }),
    );
  await record('ticket_correction');
  if ((await client.nameHolder(path, holder, { language })) === 'saved') {
    await remember();
    return 'corrected';
  }
  await record('ticket_correction_refused');
  return 'refused';
}
