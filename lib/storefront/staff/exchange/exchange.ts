import { v7 as newId } from 'uuid';
import { keepTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { findCheckout } from '../../../shop/data/checkout-store';
import { readHolds } from '../../../shop/data/hold-store';
import type { Language } from '../../../locale/languages';
import type { AppContext } from '../../../runtime/app-context';
import type { CancelPage } from '../../common/cancellation/cancel-tickets';
import {
  exchange,
  type ExchangeOutcome,
  type ExchangeStart,
  type ExchangeView,
  offeredExchange,
  readExchangePage,
  readStarted,
  startExchange,
  usedExchange,
} from '../../common/exchange/exchange';
import { forgetExchange } from '../../common/request/guest';
import { forStaff, type ForStaff } from '../../common/account/for-staff';
import { may, type StaffMember } from '../../common/account/staff-access';

/** Of staff at the counter; customers in the same browser have their own. */
const cookie = 'desk_rebooking';

/** The tickets of a purchase, with what the rules say about exchanging them. */
export function getStaffRebookPage(checkoutId: string, language: Language): Promise<ForStaff<CancelPage>> {
  return forStaff('orders:change', (_, context) => readExchangePage(context, checkoutId, language));
}

/**
 * Remembers which tickets are to be exchanged, for a sale that is begun by what is held for it: another customer's sale
 * is not paid with them.
 */
export function startStaffExchange(
  checkoutId: string,
  keys: readonly string[],
  language: Language,
): Promise<ForStaff<{ start: ExchangeStart; sale: string }>> {
  return forStaff('orders:change', async (member, context) => {
    const page = await readExchangePage(context, checkoutId, language);
    const units = page.kind === 'page' && page.read.kind === 'units' ? page.read.units : [];
    const sale = newId();
    const started = { earlier: checkoutId, units: keys, sale };
    const left = page.kind === 'page' ? page.left : null;
    const mayOverride = may(member, 'orders:override');
    return { start: await startExchange(cookie, started, { units, left, mayOverride }), sale };
  });
}

/** What the pages of the counter show of an exchange that was started. */
export interface StartedView {
  readonly earlierId: string;
  readonly reference: string;
  readonly tickets: number;
  /** Only tickets of these are paid with the earlier ones. */
  readonly catalogIds: readonly string[];
}

const startedFor = async (sale: string | undefined) => {
  const started = await readStarted(cookie);
  return started?.sale === sale ? started : null;
};

/** Null: none was started for this sale. */
export async function startedExchange(
  { checkoutContext }: AppContext,
  sale: string | undefined,
): Promise<StartedView | null> {
  const started = await startedFor(sale);
  if (started === null) return null;
  const { earlier: earlierId, units } = started;
  const earlier = await findCheckout(checkoutContext.database, earlierId);
  if (earlier === null) return null;
  const holds = await readHolds(checkoutContext.database, earlierId);
  return {
    ...{ earlierId, reference: earlier.reference, tickets: units.length },
    catalogIds: holds.map(({ catalogId }) => catalogId),
  };
}

/** What a sale shows of an exchange; null: nothing is exchanged. */
export async function exchangeOfSale(context: AppContext, saleId: string): Promise<ExchangeView | null> {
  const used = await usedExchange(context, saleId);
  if (used !== null) return used;
  const started = await startedFor(saleId);
  return started === null ? null : offeredExchange(context, saleId, started);
}

/** What is held for a sale is the exchange that was started for it. Null: none was, or it is of another catalogue. */
export async function exchangeForSale(
  context: AppContext,
  member: StaffMember,
  saleId: string,
  language: Language,
): Promise<ExchangeOutcome | null> {
  const started = await startedFor(saleId);
  if (started === null || !may(member, 'orders:change')) return null;
  if ((await offeredExchange(context, saleId, started)) === null) return null;
  const staff = { cookie, staff: member.id, override: may(member, 'orders:override') } as const;
  return exchange(context, saleId, started, staff, language);
}

/** The tickets that were chosen pay for the sale. */
export function makeStaffExchange(saleId: string, language: Language): Promise<ForStaff<ExchangeOutcome>> {
  return forStaff('sales:make', async (member, context) => {
    const sale = await findCheckout(context.checkoutContext.database, saleId);
    const made =
      sale?.channel === 'counter' ? await exchangeForSale(context, member, saleId, language) : null;
    return made ?? 'nothing';
  });
}

/** The earlier tickets stay as they are. `saleId`: the sale that they pay for, if there is one. */
export function dropStaffExchange(saleId: string | undefined): Promise<ForStaff<null>> {
  return forStaff('sales:make', async (_, { checkoutContext }) => {
    await forgetExchange(cookie);
    const sale = saleId === undefined ? null : await findCheckout(checkoutContext.database, saleId);
    if (sale?.channel === 'counter') await keepTickets(checkoutContext, sale.id);
    return null;
  });
}
