import { supportedLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { calendarResponse } from '@/lib/storefront/calendar-response';
import { getTicketCalendar } from '@/lib/storefront/ticket-calendar';

/** The visit of a single ticket for a calendar. What is in its way, the page of the ticket says. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/tickets/[token]/calendar'>,
): Promise<Response> {
  const { token } = await params;
  const language = supportedLanguage(new URL(request.url).searchParams.get('language'));
  const loaded = await getTicketCalendar(token, language);
  if (loaded.kind === 'loaded') return calendarResponse(loaded.value);
  return new Response(null, {
    status: 303,
    headers: {
      location: paths.ticket(language, token),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}
