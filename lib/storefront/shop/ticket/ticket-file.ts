import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { languageOfAddress } from '../../common/request/parameters';

type Make = (token: string, language: Language) => Promise<Response | null>;

/** Answers the address of a ticket's file. What is in its way, the page of the ticket says. */
export async function ticketFile(
  request: Request,
  params: Promise<{ token: string }>,
  make: Make,
): Promise<Response> {
  const { token } = await params;
  const language = languageOfAddress(request);
  return (await make(token, language)) ?? leaveFor(paths.ticket(language, token));
}

/** To another address. The one that was asked for is a secret. */
export function leaveFor(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  });
}
