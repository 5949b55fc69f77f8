import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { calendarFile } from '../../../shop/flows/visit/calendar-file';
import type { Loaded } from '../../common/request/load';
import { getSharedTicket } from './shared-ticket';
import { visitOf } from '../../../shop/flows/visit/visits';

/** The visit of a single ticket as a calendar file. Its link is not in it, because calendars are shared. */
export async function getTicketCalendar(
  token: string,
  language: Language,
): Promise<Loaded<{ content: string; fileName: string }>> {
  const loaded = await getSharedTicket(token, language);
  if (loaded.kind !== 'loaded') return loaded;
  if (loaded.value.kind !== 'valid') return { kind: 'missing' };
  const { ticket, id } = loaded.value;
  const { line } = ticket;
  if (ticket.ticket.occursAt === null && line.date === null) return { kind: 'missing' };
  const { storefrontUrl } = (await getAppContext()).config;
  const visit = { ...visitOf(line, ticket.ticket), tickets: [{ name: line.productName, quantity: 1 }] };
  const uid = `${id}@${new URL(storefrontUrl).hostname}`;
  const content = calendarFile([{ visit, uid, reference: null, link: null }], language);
  return { kind: 'loaded', value: { content, fileName: 'ticket.ics' } };
}
