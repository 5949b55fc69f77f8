import type { Language } from '../../../locale/languages';
import { listOrders } from '../../../shop/flows/lookup/list-orders';
import { forStaff, type StaffAnswer } from '../../common/account/for-staff';
import { firstText } from '../../common/request/parameters';
import { orderFilter, placeOfText, textOfPlace, typedFilter } from './order-filter';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** A page of all bookings with an order, the newest first. The audit log has by which fields they were filtered. */
export function readOrderList(parameters: Parameters, language: Language) {
  return forStaff('orders:read by catalog', async ({ member, checkoutContext, config, audit }) => {
    const typed = typedFilter((name) => firstText(parameters[name]));
    const { filter, wrong } = orderFilter(typed, { timeZone: config.timeZone, catalogs: member.catalogs });
    const after = placeOfText(firstText(parameters['after']));
    const page = await listOrders(checkoutContext.database, filter, { after, language });
    await audit({
      action: 'orders_listed',
      detail: { by: Object.keys(typed).join(' '), found: page.orders.length },
    });
    const { next, ...shown } = page;
    return {
      ...shown,
      typed,
      wrong,
      isFirst: after === null,
      next: next === null ? null : textOfPlace(next),
    };
  });
}

export type OrderListPage = StaffAnswer<typeof readOrderList>;
