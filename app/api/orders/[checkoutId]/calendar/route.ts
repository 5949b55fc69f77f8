import { paths } from '@/lib/locale/paths';
import { calendarResponse } from '@/lib/storefront/shop/document/calendar-response';
import { fileRefusal } from '@/lib/storefront/shop/document/file-refusal';
import { getOrderCalendar } from '@/lib/storefront/shop/order/order-calendar';
import { languageOfAddress } from '@/lib/storefront/common/request/parameters';

type Context = RouteContext<'/api/orders/[checkoutId]/calendar'>;

/** The visits of an order for the customer's calendar, or one of them. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { checkoutId } = await params;
  const language = languageOfAddress(request);
  const visit = new URL(request.url).searchParams.get('visit');
  const answer = await getOrderCalendar(checkoutId, visit === null ? null : Number(visit), language);
  if (answer.kind !== 'file')
    return fileRefusal(answer, { checkoutId, language, retryHref: paths.calendar(checkoutId, language) });
  return calendarResponse(answer);
}
