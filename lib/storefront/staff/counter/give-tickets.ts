import { reasonSchema } from '../../../contract/catalog-override';
import type { Language } from '../../../locale/languages';
import { giveTickets } from '../../../shop/flows/counter/give-tickets';
import type { Staff } from '../../common/account/for-staff';
import { actorOf } from '../administration/catalog-change';
import type { GiveAnswer } from './counter-problems';

/** The tickets of a sale become free. The sale is finished as any other whose whole price a voucher takes off: no money is recorded. */
export async function giveTicketsOfSale(
  { checkoutContext, member }: Staff<'tickets:give'>,
  { checkoutId, reason: typed }: { checkoutId: string; reason: string },
  language: Language,
): Promise<GiveAnswer> {
  const reason = reasonSchema.safeParse(typed).data;
  if (reason === undefined) return 'reason';
  const gift = { checkoutId, staff: member.id, actor: actorOf(member), reason, language };
  return giveTickets(checkoutContext, gift);
}
