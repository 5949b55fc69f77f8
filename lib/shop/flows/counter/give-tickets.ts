import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import { sumAmounts } from '../../../money/money';
import { findCheckout } from '../../data/checkout-store';
import { readHolds } from '../../data/hold-store';
import { noteByStaff, readTimeline } from '../../data/timeline-store';
import type { Transaction } from '../../../database/database';
import { discountOf } from '../../rules/discount-of';
import { totalOf } from '../../rules/fees';
import type { CheckoutContext } from '../../context';
import { freeCode } from '../../tokens';
import { applyVoucher } from '../voucher/apply-voucher';

/**
 * `several`: the tickets are of several catalogues; `not_own`: the catalogue is of another organization; `unavailable`: it is not
 * known whether they cost nothing now.
 */
type Given = 'given' | 'several' | 'not_own' | 'not_set_up' | 'not_held' | 'unavailable';

interface Gift {
  checkoutId: string;
  staff: string;
  /** The name under which the service records the voucher. */
  actor: string;
  reason: string;
  language: Language;
}

/**
 * What is held for a sale becomes free, with a voucher for this use alone, which only the organization of its catalogue can make.
 * Who gives it, why, and what it is worth is stored with it, once. It can be repeated: the code is that of the sale.
 */
export async function giveTickets(context: CheckoutContext, gift: Gift): Promise<Given> {
  const { database, catalogAdmin, linkSecret } = context;
  const { checkoutId, staff, actor, reason, language } = gift;
  if (catalogAdmin === null) return 'not_set_up';
  const checkout = await findCheckout(database, checkoutId);
  if (checkout?.channel !== 'counter' || checkout.state !== 'held') return 'not_held';
  const holds = await readHolds(database, checkoutId);
  const [catalogId, ...others] = new Set(holds.map((one) => one.catalogId));
  if (catalogId === undefined) return 'not_held';
  // One code is of one catalogue.
  if (others.length > 0) return 'several';
  const code = freeCode(checkoutId, linkSecret);
  const once = { code, kind: 'percentage', value: '100.00', complimentary: true, maximumUses: 1 } as const;
  try {
    const made = await catalogAdmin.createVoucher(catalogId, { ...once, actor, reason }, { language });
    // Nobody else can have made this code: an earlier try has.
    const isMade =
      made.kind === 'done' ||
      (made.kind === 'refused' && made.violations.every(({ propertyPath }) => propertyPath === 'code'));
    if (!isMade) return 'not_own';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    context.report('warn', 'a voucher could not be made', { checkout: checkoutId, reason: error.reason });
    return 'unavailable';
  }
  const amount = sumAmounts([totalOf(holds), discountOf(holds)]);
  const applied = await applyVoucher(context, checkoutId, code, async (transaction) => {
    if (await isNoted(transaction, checkoutId, code)) return;
    await noteByStaff(transaction, checkoutId, 'tickets_given', { staff, amount, reason });
  });
  if (applied === 'applied') return 'given';
  return applied === 'not_held' ? 'not_held' : 'unavailable';
}

/** Whether an earlier call has noted it, and the tickets had no other price since. */
async function isNoted(transaction: Transaction, checkoutId: string, code: string): Promise<boolean> {
  const ofGift = (await readTimeline(transaction, checkoutId)).findLast(
    ({ what, detail }) =>
      what === 'tickets_given' || (what.startsWith('voucher_') && !isApplied({ what, detail }, code)),
  );
  return ofGift?.what === 'tickets_given';
}

const isApplied = ({ what, detail }: { what: string; detail: Record<string, unknown> }, code: string) =>
  what === 'voucher_applied' && detail['code'] === code;
