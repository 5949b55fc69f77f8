import { supportedLanguage } from '@/lib/locale/languages';
import { calendarResponse } from '@/lib/storefront/calendar-response';
import { getTicketCalendar } from '@/lib/storefront/ticket-calendar';
import { ticketPageRedirect } from '@/lib/storefront/ticket-page-redirect';

/** The visit of a single ticket for a calendar. What is in its way, the page of the ticket says. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/tickets/[token]/calendar'>,
): Promise<Response> {
  const { token } = await params;
  const language = supportedLanguage(new URL(request.url).searchParams.get('language'));
  const loaded = await getTicketCalendar(token, language);
  return loaded.kind === 'loaded' ? calendarResponse(loaded.value) : ticketPageRedirect(token, language);
}
