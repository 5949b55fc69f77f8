import { supportedLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { calendarResponse } from '@/lib/storefront/calendar-response';
import { fileRefusal } from '@/lib/storefront/file-refusal';
import { getOrderCalendar } from '@/lib/storefront/order-calendar';

type Context = RouteContext<'/api/orders/[checkoutId]/calendar'>;

/** The visits of an order for the customer's calendar, or one of them. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { checkoutId } = await params;
  const query = new URL(request.url).searchParams;
  const language = supportedLanguage(query.get('language'));
  const visit = query.get('visit');
  const answer = await getOrderCalendar(checkoutId, visit === null ? null : Number(visit), language);
  if (answer.kind !== 'file')
    return fileRefusal(answer, { checkoutId, language, retryHref: paths.calendar(checkoutId, language) });
  return calendarResponse(answer);
}
