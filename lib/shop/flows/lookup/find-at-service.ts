import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import type { StaffCatalogs } from '../../rules/staff-catalogs';
import type { CheckoutContext } from '../../context';
import { findByReferences, findOfTicket, type StaffMatch } from './find-orders';

/**
 * A code has digits or groups: the service is not asked for names. One code of thirty happens to have no digit; without its
 * hyphens it is found in a complete search. Spaces are only in whole codes of tickets, as they are read aloud.
 */
const codePattern = /^(?:(?=.*\d)[\p{L}\d._-]{3,50}|[a-z]{3,4}(?:-[a-z]{3,4}){2})$/iu;
const lettersOfCode = /^(?:[A-HJKMNP-Z]{9}|[A-HJKMNP-Z]{12})$/i;
const groupsOfLetters = /^(?:[A-HJKMNP-Z]{4} ){2}[A-HJKMNP-Z]{4}$/i;

interface AtService {
  readonly found: StaffMatch[];
  /** The service could not be asked: what only it knows may be missing. */
  readonly serviceUnavailable: boolean;
}

/**
 * What only the service knows: to which order a ticket belongs, and its own reference of an order whose response never
 * arrived. Without `isComplete` its list of orders, which may be long, is not read.
 */
export async function findAtService(
  context: Pick<CheckoutContext, 'client' | 'database'>,
  query: string,
  options: { readonly catalogs: StaffCatalogs; readonly language: Language; readonly isComplete: boolean },
): Promise<AtService> {
  const isCode =
    codePattern.test(query) ||
    (options.isComplete && lettersOfCode.test(query)) ||
    ((/\d/.test(query) || groupsOfLetters.test(query)) && wholeCode(query) !== null);
  if (!isCode) return { found: [], serviceUnavailable: false };
  try {
    return { found: await findByCode(context, query, options), serviceUnavailable: false };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { found: [], serviceUnavailable: true };
  }
}

async function findByCode(
  { client, database }: Pick<CheckoutContext, 'client' | 'database'>,
  query: string,
  {
    catalogs,
    language,
    isComplete,
  }: { readonly catalogs: StaffCatalogs; readonly language: Language; readonly isComplete: boolean },
): Promise<StaffMatch[]> {
  for (const code of ticketCodes(query)) {
    const order = await client.findOrderOfTicket(code, { language });
    if (order !== null)
      return findOfTicket(database, { orderId: order.id, ours: order.externalReference, catalogs, language });
  }
  const whole = wholeCode(query);
  const similar = whole === null ? null : await client.findOrderOfSimilarTicket(whole, { language });
  if (similar !== null)
    return findOfTicket(database, {
      orderId: similar.id,
      ours: similar.externalReference,
      catalogs,
      language,
    });
  if (!isComplete) return [];
  const listed = await client.listOrders({ reference: query }, { language });
  return findByReferences(
    database,
    listed.members.flatMap(({ externalReference }) => externalReference ?? []),
    { catalogs, language },
  );
}

/** As it was typed or scanned; and as our service writes it, in three groups of four. */
function ticketCodes(query: string): string[] {
  const whole = wholeCode(query);
  return [...new Set([query, ...(whole === null ? [] : [whole])])];
}

/** A text with as many letters and digits as the code of a ticket, in its three groups; null: it has others. */
function wholeCode(query: string): string | null {
  const plain = query.toUpperCase().replaceAll(/[\s._-]/g, '');
  return /^[A-Z\d]{12}$/.test(plain) ? plain.replace(/^(.{4})(.{4})/, '$1-$2-') : null;
}
