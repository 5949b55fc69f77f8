import {
  acknowledgeIncident,
  acknowledgeIncidents,
  type AcknowledgedCounts,
  type SeenByStaff,
} from '../checkout/acknowledge-incidents';
import { readAttentionPlace, type AttentionPart, type AttentionPlace } from '../checkout/attention-pages';
import { blockTickets, unblockTickets } from '../checkout/block-tickets';
import type { Settlement } from '../checkout/checkout';
import { findCheckout } from '../checkout/checkout-store';
import { findByReferences, findOrders, mostFound, type FoundOrder } from '../checkout/find-orders';
import { learnRefunds } from '../checkout/known-refunds';
import { readMailProblems, type MailProblem } from '../checkout/mail-store';
import { revokeLinks } from '../checkout/order-link';
import { readOrderView, type OrderView } from '../checkout/read-checkout';
import { acknowledgeMailProblems, resendMails } from '../checkout/resend-mail';
import { settleByHand } from '../checkout/settle-by-hand';
import { readTimeline, type TimelineEntry } from '../checkout/timeline-store';
import { ServiceError } from '../client/service-error';
import { typedEmailSchema } from '../contract/customer';
import type { Language } from '../locale/languages';
import { getRuntime } from '../runtime/runtime';
import { orderTickets, type TicketView } from './order-tickets';
import { readSignIn } from './sign-in';
import { accessOf, type StaffAccess, type StaffMember } from './staff-access';

/** Who looks: asked on every read and in every action, never only by a layout or the proxy. */
export async function staffAccess(): Promise<StaffAccess> {
  return accessOf(await getRuntime(), await readSignIn());
}

export type ForStaff<Value> =
  Exclude<StaffAccess, { kind: 'staff' }> | { kind: 'staff'; member: StaffMember; value: Value };

export async function forStaff<Value>(
  read: (member: StaffMember) => Promise<Value>,
): Promise<ForStaff<Value>> {
  const access = await staffAccess();
  return access.kind === 'staff' ? { ...access, value: await read(access.member) } : access;
}

/** The most that one search shows. */
export const mostShown = mostFound;

export interface SearchResult {
  found: FoundOrder[];
  /** What waits for staff, by what they can do about it. */
  attention: AttentionPart[];
  /** The service could not be asked: orders that only it knows by this reference are missing. */
  serviceAway: boolean;
}

/** Orders by reference, external reference or e-mail, and what waits for staff. */
export function searchOrders(
  query: string,
  language: Language,
  place: AttentionPlace,
): Promise<ForStaff<SearchResult>> {
  return forStaff(async (member) => {
    const { rooms, client, log } = await getRuntime();
    const attention = await readAttentionPlace(rooms.database, place);
    if (query === '') return { found: [], attention, serviceAway: false };
    log.info(
      { staff: member.id, by: query.includes('@') ? 'email' : 'reference' },
      'staff searched for orders',
    );
    const found = await findOrders(rooms.database, query);
    if (found.length > 0 || query.includes('@')) return { found, attention, serviceAway: false };
    try {
      // The service's own reference of an order whose answer never reached us.
      const listed = await client.listOrders({ reference: query }, { language });
      const references = listed.members.flatMap(({ externalReference }) => externalReference ?? []);
      return { found: await findByReferences(rooms.database, references), attention, serviceAway: false };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { found, attention, serviceAway: true };
    }
  });
}

/** Writes down that a person has settled what waited for one. */
export function settleOrder(checkoutId: string, as: Settlement): Promise<ForStaff<boolean>> {
  return forStaff(async (member) => {
    const { rooms, log, worker } = await getRuntime();
    const settled = await settleByHand(rooms, checkoutId, { as, staff: member.id });
    worker.wake();
    log.info({ staff: member.id, checkout: checkoutId, as, settled }, 'staff settled an order by hand');
    return settled;
  });
}

/**
 * Sends the e-mails again that could not be delivered, to the typed address. `email`: it is none. `nothing`: there is
 * nothing (any more) to send again.
 */
export function sendMailsAgain(
  checkoutId: string,
  typed: unknown,
): Promise<ForStaff<'sent' | 'email' | 'nothing'>> {
  return forStaff(async (member) => {
    const email = typedEmailSchema.safeParse(typed);
    if (!email.success) return 'email';
    const { rooms, log, worker } = await getRuntime();
    const sent = await resendMails(rooms, checkoutId, { email: email.data, staff: member.id });
    log.info({ staff: member.id, checkout: checkoutId, sent }, 'staff sent e-mails again');
    worker.wake();
    return sent ? 'sent' : 'nothing';
  });
}

/** Writes down that staff have told the customer in another way. */
export function acknowledgeMail(checkoutId: string): Promise<ForStaff<boolean>> {
  return forStaff(async (member) => {
    const { rooms, log } = await getRuntime();
    const acknowledged = await acknowledgeMailProblems(rooms, checkoutId, { staff: member.id });
    log.info({ staff: member.id, checkout: checkoutId, acknowledged }, 'staff acknowledged an e-mail');
    return acknowledged;
  });
}

/** Writes down that staff have dealt with what happened to a payment after the purchase. */
export function acknowledge(seen: SeenByStaff): Promise<ForStaff<void>> {
  return forStaff(async (member) => {
    const { rooms, log } = await getRuntime();
    const written = await acknowledgeIncident(rooms, seen, member.id);
    log.info(
      { staff: member.id, checkout: seen.checkoutId, incident: seen.id, written },
      'staff dealt with an incident of a payment',
    );
  });
}

/** The same for several at once. */
export function acknowledgeSeveral(seen: readonly SeenByStaff[]): Promise<ForStaff<AcknowledgedCounts>> {
  return forStaff(async (member) => {
    const { rooms, log } = await getRuntime();
    const counts = await acknowledgeIncidents(rooms, seen, member.id);
    log.info({ staff: member.id, ...counts }, 'staff dealt with incidents of payments');
    return counts;
  });
}

/** Blocks or unblocks the tickets of a lost dispute; asked again, asks the service for what it has not done. */
export function changeBlock(checkoutId: string, change: 'block' | 'unblock'): Promise<ForStaff<boolean>> {
  return forStaff(async (member) => {
    const { rooms, log } = await getRuntime();
    const act = change === 'block' ? blockTickets : unblockTickets;
    const done = await act(rooms, checkoutId, member.id);
    log.info({ staff: member.id, checkout: checkoutId, change, done }, 'staff changed the block of tickets');
    return done;
  });
}

/** Takes back the order's mailed links, and closes the order to the browsers that opened one. */
export function revokeOrderLinks(checkoutId: string): Promise<ForStaff<boolean>> {
  return forStaff(async (member) => {
    const { rooms, security } = await getRuntime();
    const revoked = await revokeLinks(rooms, checkoutId, member.id);
    if (revoked !== null) security({ event: 'links_revoked', staff: member.id, checkout: checkoutId });
    return revoked !== null;
  });
}

export interface StaffOrder {
  view: OrderView;
  /** The e-mails that staff have to look at. */
  mailProblems: MailProblem[];
  tickets: TicketView[];
  timeline: TimelineEntry[];
}

/** One order with everything that happened to it; null when there is none. */
export function getStaffOrder(checkoutId: string, language: Language): Promise<ForStaff<StaffOrder | null>> {
  return forStaff(async (member) => {
    const { rooms, log } = await getRuntime();
    const checkout = await findCheckout(rooms.database, checkoutId);
    if (checkout === null) return null;
    const before = await readTimeline(rooms.database, checkoutId);
    // Whoever looks may have settled it at the provider's own pages.
    if (checkout.state === 'attention' || before.some(({ what }) => what === 'payment_unexpected'))
      await learnRefunds(rooms, checkoutId);
    const view = await readOrderView(rooms, checkoutId, language);
    if (view === null) return null;
    log.info({ staff: member.id, checkout: checkoutId }, 'staff looked at an order');
    const tickets = view.orders.length === 0 ? [] : await orderTickets(view, language);
    const mailProblems = await readMailProblems(rooms.database, checkoutId);
    return { view, mailProblems, tickets, timeline: await readTimeline(rooms.database, checkoutId) };
  });
}
