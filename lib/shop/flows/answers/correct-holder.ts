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

interface Correctable {
  readonly path: string;
  readonly ticket: ItemTicket;
  readonly language: Language;
}

/** A valid ticket of an order, as the service returns it, with its path. Throws a ServiceError. */
export async function findCorrectable(
  context: Correcting,
  checkoutId: string,
  ticketId: string,
): Promise<NoTicket | Correctable> {
  const [found = 'unknown'] = await findAllCorrectable(context, checkoutId, [ticketId]);
  return found;
}

/** Of each of the tickets, in their order. Throws a ServiceError. */
export async function findAllCorrectable(
  { database, client }: Correcting,
  checkoutId: string,
  ticketIds: readonly string[],
): Promise<(NoTicket | Correctable)[]> {
  const checkout = await findCheckout(database, checkoutId);
  // A person whose data was erased gets no name again.
  if (checkout === null || checkout.customer === null) return ticketIds.map(() => 'unknown');
  const items = (await readOrders(database, checkoutId)).flatMap(({ data }) => data.items);
  const all = new Map(
    items.flatMap(({ tickets = [] }) => tickets).map((path) => [lastSegment(path).toLowerCase(), path]),
  );
  const isBlocked = (await findBlock(database, checkoutId)) !== null;
  const find = async (ticketId: string): Promise<NoTicket | Correctable> => {
    const path = all.get(ticketId.toLowerCase());
    if (path === undefined) return 'unknown';
    if (isBlocked) return 'blocked';
    const found = await client.getItemTicket(path, checkout);
    if (found.kind !== 'found') return 'unknown';
    const { value: ticket } = found;
    return ticket.status === 'valid' ? { path, ticket, language: checkout.language } : 'not_valid';
  };
  return Promise.all(ticketIds.map(find));
}

/**
 * Corrects the name of the holder at the service, which renders the documents again; staff then find the order by it. The holder's e-mail address and the
 * customer stay as they are. `also`: other tickets of the same visitor, which get the name if they are still valid. The request is recorded before it is made, so that no correction is without a record; the
 * record has no names. Throws a ServiceError: then the service may have made the correction, and a repetition is safe.
 */
export async function correctHolder(
  context: Correcting,
  { checkoutId, ticketId, also = [], staff }: Correction,
  name: HolderName,
): Promise<CorrectionAnswer> {
  const different = new Set([ticketId, ...also].map((id) => id.toLowerCase()));
  const [first = 'unknown', ...others] = await findAllCorrectable(context, checkoutId, [...different]);
  if (typeof first === 'string') return first;
  const valid = others.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  let answer: CorrectionAnswer = 'unchanged';
  for (const one of [first, ...valid]) {
    const each = await correctOne(context, one, { checkoutId, staff }, name);
    if (each === 'refused') return each;
    if (each === 'corrected') answer = each;
  }
  return answer;
}

interface Correction {
  readonly checkoutId: string;
  readonly ticketId: string;
  readonly also?: readonly string[];
  readonly staff: string;
}

async function correctOne(
  { database, client }: Correcting,
  { path, ticket, language }: Correctable,
  { checkoutId, staff }: Pick<Correction, 'checkoutId' | 'staff'>,
  { firstname, lastname }: HolderName,
): Promise<'corrected' | 'unchanged' | 'refused'> {
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
