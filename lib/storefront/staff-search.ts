import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { auditAlone } from '../checkout/commands';
import {
  type AttentionPlace,
  cleanQuery,
  findByReferences,
  findOfTicket,
  findOrders,
  longestQuery,
  mostFound,
  readAttentionPlace,
  type StaffMatch,
} from '../checkout/queries';
import { ServiceError } from '../client/service-error';
import type { Language } from '../locale/languages';
import type { AppContext } from '../runtime/app-context';
import { forStaff, type ForStaff } from './staff';
import type { StaffMember } from './staff-access';

export { longestQuery, mostFound as mostShown };

export interface StaffSearch {
  readonly query: string;
  readonly found: readonly StaffMatch[];
  /** The text has more characters than any name, address or code. */
  readonly isTooLong: boolean;
  /** The service could not be asked: an order or a ticket that only it knows may be missing. */
  readonly serviceAway: boolean;
}

/** What staff search for, and the list of purchases that need staff. */
export function searchOrders(typed: string, language: Language, place: AttentionPlace) {
  return forStaff('orders:read', async (member, appContext) => {
    const { database } = appContext.checkoutContext;
    const [search, attention] = await Promise.all([
      find(member, appContext, typed, { language, isComplete: true }),
      readAttentionPlace(database, place),
    ]);
    return { search, attention };
  });
}

/** How many searches of one person run at once in this process: a person types one after the other. */
const mostAtOnce = 3;
const running = new Map<string, number>();

/**
 * The same while staff are typing. `busy`: earlier searches of this person have not ended. The service is asked only for
 * a ticket, and only if it has a filter for it: its list of orders may be long.
 */
export function suggestOrders(typed: string, language: Language): Promise<ForStaff<StaffSearch | 'busy'>> {
  return forStaff('orders:read', async (member, appContext) => {
    const count = running.get(member.id) ?? 0;
    if (count >= mostAtOnce) return 'busy';
    running.set(member.id, count + 1);
    try {
      return await find(member, appContext, typed, { language, isComplete: false });
    } finally {
      const left = (running.get(member.id) ?? 1) - 1;
      if (left === 0) running.delete(member.id);
      else running.set(member.id, left);
    }
  });
}

interface FindOptions {
  readonly language: Language;
  readonly isComplete: boolean;
}

async function find(
  member: StaffMember,
  appContext: AppContext,
  typed: string,
  options: FindOptions,
): Promise<StaffSearch> {
  const query = cleanQuery(typed);
  const nothing = { query, found: [], isTooLong: false, serviceAway: false };
  if (query === '') return nothing;
  if (query.length > longestQuery) return { ...nothing, query: '', isTooLong: true };
  const { database } = appContext.checkoutContext;
  if (options.isComplete || (await isFirstInMinute(member.id)))
    await auditAlone(
      { database },
      { staff: member.id, action: 'orders_searched', detail: { by: kindOf(query) } },
    );
  const found = await findOrders(database, query);
  if (found.length > 0) return { ...nothing, found };
  try {
    return { ...nothing, found: await findAtService(appContext, query, options) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...nothing, serviceAway: true };
  }
}

/** The audit log has one entry for what a person types within a minute, not one for each letter. */
const typing = new RateLimiterMemory({ points: 1, duration: 60 });

async function isFirstInMinute(staff: string): Promise<boolean> {
  try {
    await typing.consume(staff);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

/** For the audit log, which has no personal data. */
function kindOf(query: string): string {
  if (query.includes('@')) return 'email';
  return /\d/.test(query) ? 'number or reference' : 'name';
}

/** A code has digits, and no spaces: the service is not asked for names. */
const codePattern = /^(?=.*\d)[\p{L}\d._-]{6,50}$/u;

async function findAtService(
  { client, checkoutContext: { database } }: AppContext,
  query: string,
  { language, isComplete }: FindOptions,
): Promise<StaffMatch[]> {
  if (!codePattern.test(query)) return [];
  for (const code of ticketCodes(query)) {
    const order = await client.findOrderOfTicket(code, { language });
    if (order !== null) return findOfTicket(database, order.id, order.externalReference);
  }
  if (!isComplete) return [];
  // The service's own reference of an order whose response never arrived.
  const listed = await client.listOrders({ reference: query }, { language });
  return findByReferences(
    database,
    listed.members.flatMap(({ externalReference }) => externalReference ?? []),
  );
}

/** As it was typed or scanned; and as our service writes it, in three groups of four. */
function ticketCodes(query: string): string[] {
  const plain = query.toUpperCase().replaceAll(/[._-]/g, '');
  const groups = plain.length === 12 ? [plain.replace(/^(.{4})(.{4})/, '$1-$2-')] : [];
  return [...new Set([query, ...groups])];
}
