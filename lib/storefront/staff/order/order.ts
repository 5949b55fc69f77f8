import { findCheckout } from '../../../shop/data/checkout-store';
import { readMailProblems } from '../../../shop/data/mail-problems';
import { readNotes } from '../../../shop/data/note-store';
import { withStaffNames } from '../../../shop/data/staff-names';
import { readOpenTasks } from '../../../shop/data/task-store';
import { readTimeline } from '../../../shop/data/timeline-store';
import { readOrderView } from '../../../shop/flows/lookup/read-checkout';
import { visitsOf } from '../../../shop/flows/visit/visits';
import { firstVisit } from '../../../shop/rules/first-visit';
import { learnRefunds } from '../../../shop/flows/payment/known-refunds';
import type { Language } from '../../../locale/languages';
import { noteOfRequest } from '../../../runtime/request-state';
import { forStaffOfBooking, type StaffAnswer } from '../../common/account/for-staff';
import { orderTickets } from '../../common/order/order-tickets';
import { goodwillLimit } from './goodwill';
import { scansOfBooking } from './scans';

export function getStaffOrder(checkoutId: string, language: Language) {
  return forStaffOfBooking('orders:read', checkoutId, async ({ checkoutContext, audit, member, config }) => {
    const checkout = await findCheckout(checkoutContext.database, checkoutId);
    if (checkout === null) {
      noteOfRequest({ isPageMissing: true });
      return null;
    }
    let tasks = await readOpenTasks(checkoutContext.database, checkoutId);
    // Staff may have settled it at the provider's own pages before opening this page.
    if (checkout.state === 'attention' || tasks.some(({ kind }) => kind === 'payment_unexpected')) {
      await learnRefunds(checkoutContext, checkoutId);
      tasks = await readOpenTasks(checkoutContext.database, checkoutId);
    }
    const view = await readOrderView(checkoutContext, checkoutId, language);
    if (view === null) return null;
    await audit({ action: 'order_opened', subject: { kind: 'checkout', id: checkoutId } });
    const [tickets, scans] = await Promise.all([
      view.orders.length === 0 ? [] : orderTickets(view, language),
      scansOfBooking(view, language),
    ]);
    const mailProblems = await readMailProblems(checkoutContext.database, checkoutId);
    const { timeline, cancellations } = await withStaffNames(checkoutContext.database, {
      timeline: await readTimeline(checkoutContext.database, checkoutId),
      cancellations: view.cancellations,
    });
    const notes = await readNotes(checkoutContext.database, checkoutId);
    const limit = goodwillLimit(member, config);
    const earlierId = view.rebooking?.earlierId;
    const earlier = earlierId === undefined ? null : await findCheckout(checkoutContext.database, earlierId);
    const visit = firstVisit(visitsOf(view), language);
    return {
      view: { ...view, cancellations, tasks },
      mailProblems,
      tickets,
      timeline,
      scans,
      goodwillLimit: limit,
      paymentPages: config.paymentPages,
      notes: notes.map(({ staff, ...one }) => ({ ...one, isOwn: staff === member.id })),
      visit,
      paidBy: earlier?.reference ?? null,
    };
  });
}

export type StaffOrder = NonNullable<StaffAnswer<typeof getStaffOrder>>;
