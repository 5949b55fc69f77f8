import type { Language } from '../locale/languages';
import { paths } from '../locale/paths';

/** To the page of a ticket, which says why a file of it is not there. */
export function ticketPageRedirect(token: string, language: Language): Response {
  return leaveFor(paths.ticket(language, token));
}

/** To another address. The one that was asked for is a secret. */
export function leaveFor(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  });
}
