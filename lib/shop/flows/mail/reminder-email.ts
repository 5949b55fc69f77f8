import { reminderEmail, type OrderEmail } from '../../../mail/order-emails';
import type { CheckoutContext } from '../../context';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { leastHours, reminderAt } from '../../rules/reminder';
import { attachedTickets, kindsOf } from './attached-tickets';
import { emailLineGroups } from './email-lines';
import { notCalledOff } from '../../rules/valid-lines';
import { linesLeft } from './lines-left';
import type { Written } from './written';

/**
 * The reminder of the day before the first visit. Not for tickets that are blocked, cancelled or called off; later, if the
 * visit was moved to a later day; not at all once its day has come.
 */
export async function writeReminder(
  context: CheckoutContext,
  whole: WholeCheckout,
  begin: () => Promise<OrderEmail>,
  now = new Date(),
): Promise<Written> {
  const { checkout, block } = whole;
  const { reminderHour } = context;
  if (checkout.customer === null || checkout.state !== 'ordered' || block !== null || reminderHour === null)
    return { kind: 'needless' };
  const lines = (await linesLeft(context, whole)).filter(notCalledOff);
  const later = reminderAt(lines, reminderHour, now);
  if (later !== null) return { kind: 'later', at: later };
  // Until the end of the day on which it is due: then the visit is no longer tomorrow.
  const hoursLeft = 24 - reminderHour + leastHours;
  const due = reminderAt(lines, reminderHour, new Date(now.getTime() - hoursLeft * 3_600_000));
  if (due === null) return { kind: 'needless' };
  const attachments = await attachedTickets(context, whole, lines, []);
  const email = reminderEmail({
    ...(await begin()),
    lines: emailLineGroups(lines, checkout.language),
    attached: kindsOf(attachments),
  });
  return { kind: 'email', to: checkout.customer.email, email, attachments };
}
