import { beginLookup, tryCode } from '../../../shop/flows/lookup/lookup';
import { codeMinutes, findLookup, type Lookup, mostTries } from '../../../shop/data/lookup-store';
import { findOfGuest, type EndedOrder } from '../../../shop/flows/lookup/find-orders';
import { storedDescription } from '../../../shop/flows/visit/describe-holds';
import { readHolds } from '../../../shop/data/hold-store';
import { readIncidents } from '../../../shop/data/incident-store';
import { typedEmailSchema } from '../../../contract/customer';
import { longestEmail } from '../../../contract/customer-rules';
import { typedText } from '../../../contract/typed-text';
import { defaultLanguage, type Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { mayCauseEmail } from '../../common/request/caused-emails';
import { failedRefundPhase } from '../../common/order/failed-refund';
import { ensureGuest, forgetLookup, keepLookup, readGuest, readLookup } from '../../common/request/guest';
import { noteRefusal, requestNetworks } from '../../common/request/network';
import { phaseOf } from '../../common/order/orders';

export const codeLimits = { minutes: codeMinutes, tries: mostTries } as const;

/**
 * Begins a search for the orders of an address. The answer and its time are the same whether there are any
 * orders or not. `email`: it is not an address. `emailLong`: it is too long for one. `busy`: too many searches from this network.
 */
export async function beginSearch(
  typed: unknown,
  language: Language,
): Promise<'begun' | 'email' | 'emailLong' | 'busy'> {
  const email = typedEmailSchema.safeParse(typed);
  if (!email.success) {
    return typeof typed === 'string' && typedText(typed).length > longestEmail ? 'emailLong' : 'email';
  }
  // Each search creates a row and an e-mail, so the limit keeps a network from filling the outbox.
  if (!(await mayCauseEmail('search', email.data))) return 'busy';
  const networks = await requestNetworks();
  const { checkoutContext, worker } = await getAppContext();
  await keepLookup(
    await beginLookup(checkoutContext, {
      email: email.data,
      language,
      network: networks.site ?? networks.network,
    }),
  );
  worker.wake();
  return 'begun';
}

export async function currentSearch(): Promise<Lookup | null> {
  const { checkoutContext } = await getAppContext();
  const id = await readLookup();
  return id === null ? null : findLookup(checkoutContext.database, id);
}

/**
 * Tries the code that the customer typed: eight digits, in groups or not. `format`: it is not a code, and was
 * not counted. `ended`: no further code may be tried for this search.
 */
export async function openByCode(typed: unknown): Promise<'opened' | 'wrong' | 'ended' | 'format'> {
  const code = typeof typed === 'string' ? typedText(typed).replaceAll(/[ -]/g, '') : '';
  if (!/^\d{8}$/.test(code)) return 'format';
  const lookup = await currentSearch();
  const lookupId = await readLookup();
  if (lookup === null || lookupId === null) return 'ended';
  const { checkoutContext } = await getAppContext();
  const tried = await tryCode(checkoutContext, { lookupId, code, tokenHash: await ensureGuest() });
  if (tried.kind !== 'opened') await noteRefusal({ event: 'access_refused', reason: 'code' });
  if (tried.kind !== 'wrong') await forgetLookup();
  return tried.kind;
}

/** The orders that this browser may see, newest first; empty for an unknown browser. */
export async function listOrders(language: Language) {
  const { checkoutContext } = await getAppContext();
  const guest = await readGuest();
  if (guest === null) return [];
  const found = await findOfGuest(checkoutContext.database, guest);
  return Promise.all(found.map((order) => withLines(order, language)));
}

export type ListedOrder = Awaited<ReturnType<typeof withLines>>;

/** The descriptions stored with the order are used, so that the list does not wait for the service. */
async function withLines(order: EndedOrder, language: Language) {
  const { checkoutContext } = await getAppContext();
  const { id, reference, createdAt, total, end } = order;
  const holds = await readHolds(checkoutContext.database, id);
  const lines = holds.flatMap((hold) => storedDescription(hold, [language, defaultLanguage]));
  const phase = phaseOf(order);
  const failed = failedRefundPhase(phase, order, await readIncidents(checkoutContext.database, id));
  // As on its own page, nothing is called an order before the payment is known to have arrived.
  const shown = order.state === 'paying' && phase === 'confirming' ? ('unpaid' as const) : (failed ?? phase);
  return { id, reference, phase: shown, createdAt, total, lines, end };
}
