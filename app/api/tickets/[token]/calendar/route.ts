import { calendarResponse } from '@/lib/storefront/shop/document/calendar-response';
import { getTicketCalendar } from '@/lib/storefront/shop/ticket/ticket-calendar';
import { ticketFile } from '@/lib/storefront/shop/ticket/ticket-file';

/** The visit of a single ticket for a calendar. */
export function GET(
  request: Request,
  { params }: RouteContext<'/api/tickets/[token]/calendar'>,
): Promise<Response> {
  return ticketFile(request, params, async (token, language) => {
    const loaded = await getTicketCalendar(token, language);
    return loaded.kind === 'loaded' ? calendarResponse(loaded.value) : null;
  });
}
