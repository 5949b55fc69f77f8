import { readTimeline } from '../../../shop/data/timeline-store';
import { giftCardPays } from '../../../shop/rules/discount-of';
import { isUsedCard } from '../../../shop/rules/used-card';
import { sumAmounts } from '../../../money/money';
import type { AppContext } from '../../../runtime/app-context';
import type { StaffMember } from '../../common/account/staff-access';
import { type CancelPage, leftOfPayment } from '../../common/cancellation/cancel-tickets';
import type { UnitView } from '../../common/cancellation/cancellation-units';

type Page = Extract<CancelPage, { kind: 'page' }>;

/** For so long a person may undo a sale of their own (decision 109). */
export const undoMinutes = 15;

const isAsSold = ({ obstacle, refund, paid }: UnitView) => obstacle === null && refund === paid;

/** Without the rule of its product: only what was used, or is cancelled, stays so. */
function undone(unit: UnitView): UnitView {
  const { obstacle, paid } = unit;
  const isOfRule = obstacle === 'NO_RULE' || obstacle === 'DEADLINE_PASSED';
  return { ...unit, refund: paid, obstacle: isOfRule && !isUsedCard(unit) ? null : obstacle };
}

/**
 * The tickets of a sale that this person made at the counter a moment ago can be cancelled for their whole price, whatever the rule
 * of their product is; of others the page stays as it is. Not if earlier tickets or a gift card have paid for it: they would not
 * come back.
 */
export async function withUndo(
  context: AppContext,
  { id: staff }: Pick<StaffMember, 'id'>,
  page: Page,
  now = new Date(),
): Promise<Page & { readonly isUndo: boolean }> {
  const { view, read } = page;
  const { checkout, holds } = view;
  const isSimple = checkout.channel === 'counter' && checkout.credit === '0.00' && !giftCardPays(holds);
  if (read.kind !== 'units' || !isSimple || read.units.every(isAsSold)) return { ...page, isUndo: false };
  const timeline = await readTimeline(context.checkoutContext.database, checkout.id);
  const sale = timeline.findLast(({ what }) => what === 'sold_at_counter');
  const isOwn = sale?.detail['staff'] === staff;
  if (sale === undefined || !isOwn || now.getTime() - sale.at.getTime() > undoMinutes * 60_000)
    return { ...page, isUndo: false };
  const units = read.units.map(undone);
  const open = units.filter(({ obstacle }) => obstacle === null);
  const money = await leftOfPayment(context, checkout.id, sumAmounts(open.map(({ refund }) => refund)));
  return { ...page, ...money, read: { kind: 'units', units }, isUndo: open.length > 0 };
}
