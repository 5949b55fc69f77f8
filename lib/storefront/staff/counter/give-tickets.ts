import { reasonSchema } from '../../../contract/catalog-override';
import type { Language } from '../../../locale/languages';
import { findCheckout } from '../../../shop/data/checkout-store';
import { readHolds } from '../../../shop/data/hold-store';
import { giveTickets } from '../../../shop/flows/counter/give-tickets';
import { newReference } from '../../../shop/tokens';
import type { Staff } from '../../common/account/for-staff';
import { actorOf, carryOut } from '../administration/catalog-change';
import type { GiveAnswer } from './counter-problems';

/**
 * The tickets of a sale become free: with a voucher for this use alone, which only the organization of their catalogue can make.
 * The sale is finished as any other whose whole price a voucher takes off, so no money is recorded.
 */
export async function giveTicketsOfSale(
  staff: Staff<'tickets:give'>,
  { checkoutId, reason: typed }: { checkoutId: string; reason: string },
  language: Language,
): Promise<GiveAnswer> {
  const { checkoutContext, catalogAdmin, member } = staff;
  const { database } = checkoutContext;
  if (catalogAdmin === null) return 'not_set_up';
  const reason = reasonSchema.safeParse(typed).data;
  if (reason === undefined) return 'reason';
  const checkout = await findCheckout(database, checkoutId);
  if (checkout?.channel !== 'counter' || checkout.state !== 'held') return 'not_held';
  const holds = await readHolds(database, checkoutId);
  const [catalogId, ...others] = new Set(holds.map((one) => one.catalogId));
  if (catalogId === undefined) return 'not_held';
  // One code is of one catalogue.
  if (others.length > 0) return 'several';
  const code = `FREE-${newReference()}-${newReference()}`;
  const once = { code, kind: 'percentage', value: '100.00', complimentary: true, maximumUses: 1 } as const;
  const voucher = { ...once, actor: actorOf(member), reason };
  const problem = await carryOut(
    () => catalogAdmin.createVoucher(catalogId, voucher, { language }),
    () => Promise.resolve(),
  );
  if (problem !== null) return problem.kind === 'unavailable' ? 'unavailable' : 'not_own';
  const applied = await giveTickets(checkoutContext, { checkoutId, code, staff: member.id, reason });
  if (applied !== 'applied') return applied === 'not_held' ? 'not_held' : 'unavailable';
  return 'given';
}
