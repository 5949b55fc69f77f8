import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type AttentionPlace, readAttentionPlace } from '../../../shop/flows/attention/attention';
import { findAtService } from '../../../shop/flows/lookup/find-at-service';
import { findOrders, mostFound, type StaffMatch } from '../../../shop/flows/lookup/find-orders';
import { longestQuery } from '../../../shop/rules/read-query';
import { readSessionChanges } from '../../../shop/data/session-change-store';
import { typedText } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import { atOnce } from '../closing/at-once';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';

export { longestQuery };

export interface StaffSearch {
  readonly query: string;
  readonly found: readonly StaffMatch[];
  /** There may be more. */
  readonly isCut: boolean;
  /** The text has more characters than any name, address or code. */
  readonly isTooLong: boolean;
  /** The service could not be asked: an order or a ticket that only it knows may be missing. */
  readonly serviceUnavailable: boolean;
}

/** The most changed sessions of the list; the others follow when these are dealt with. */
const mostChangedSessions = 25;

/** What staff search for, and the list of purchases that need staff. */
export function searchOrders(typed: string, language: Language, place: AttentionPlace) {
  return forStaff('orders:read by catalog', async (staff) => {
    const { catalogs } = staff.member;
    const { database } = staff.checkoutContext;
    const [search, attention, changedSessions] = await Promise.all([
      find(staff, typed, { language, isComplete: true }),
      readAttentionPlace(database, place, catalogs),
      readSessionChanges(database, mostChangedSessions, catalogs),
    ]);
    return { search, attention, changedSessions };
  });
}

/** A person types one text after the other: more searches at once are of a program. */
const ofOnePerson = atOnce(3);

/** What a text finds while staff are typing it. `busy`: earlier searches of this person have not ended. */
export function suggestOrders(typed: string, language: Language): Promise<ForStaff<StaffSearch | 'busy'>> {
  return forStaff('orders:read by catalog', (staff) =>
    ofOnePerson(staff.member.id, () => find(staff, typed, { language, isComplete: false })),
  );
}

interface FindOptions {
  readonly language: Language;
  readonly isComplete: boolean;
}

async function find(
  { member, checkoutContext, audit }: Staff<'orders:read by catalog'>,
  typed: string,
  options: FindOptions,
): Promise<StaffSearch> {
  const query = typedText(typed);
  const nothing = { query, found: [], isCut: false, isTooLong: false, serviceUnavailable: false };
  if (query === '') return nothing;
  if (query.length > longestQuery) return { ...nothing, query: '', isTooLong: true };
  if (options.isComplete || (await isFirstInMinute(member.id)))
    await audit({ action: 'orders_searched', detail: { by: kindOf(query) } });
  const found = await findOrders(checkoutContext.database, query, member.catalogs, options.language);
  if (found.length > 0) return { ...nothing, found, isCut: found.length === mostFound };
  return {
    ...nothing,
    ...(await findAtService(checkoutContext, query, { ...options, catalogs: member.catalogs })),
  };
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
