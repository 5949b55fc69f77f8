import { type Language, languages } from '../../locale/languages';
import { choicePrefixes } from '../../page-cache/cached-address';

/** The address of an offer's page, or of the page on which visitors wait who want the offer. */
export interface OfferAddress {
  readonly language: Language;
  /** Identifiers in lower case. */
  readonly catalogId: string;
  readonly offerId: string;
  readonly isWaitingPage: boolean;
}

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const form = new RegExp(`^/(${languages.join('|')})/catalogs/${id}/offers/${id}(/waiting-room)?/?$`, 'i');

/** Null for any other path. */
export function offerAddress(path: string): OfferAddress | null {
  const [, code, catalogId, offerId, page] = form.exec(path) ?? [];
  const language = languages.find((one) => one === code);
  if (language === undefined || catalogId === undefined || offerId === undefined) return null;
  return {
    language,
    catalogId: catalogId.toLowerCase(),
    offerId: offerId.toLowerCase(),
    isWaitingPage: page !== undefined,
  };
}

const otherForm = new RegExp(`^/(${languages.join('|')})/catalogs/${id}/(?:events|products)/${id}/?$`, 'i');

/** Whether a page of this path has a form for an offer, which only the form names. */
export const hasOfferForm = (path: string): boolean => otherForm.test(path);

/** React numbers the fields of a form that a script sends: "_1_quantity". */
const fieldName = (field: string) => field.replace(/^_[0-9a-f]+_/, '');

/** The address of the offer that a form of an event's or a product's page names; null if it names none. */
export function namedOffer(path: string, values: Iterable<readonly [string, unknown]>): OfferAddress | null {
  for (const [field, value] of values) {
    if (fieldName(field) !== 'offerId' || typeof value !== 'string') continue;
    return offerAddress(path.replace(/\/(?:events|products)\/.*/i, `/offers/${value}`));
  }
  return null;
}

/** As many as a form has with many tickets and many offers, and as many characters as an identifier has at most. */
const mostFields = 32;
const mostCharacters = 100;

/** What a visitor chose, as the query parameters that the offer's page knows. */
export function choiceOf(values: Iterable<readonly [string, unknown]>): Record<string, string> {
  const choice: Record<string, string> = {};
  for (const [field, value] of values) {
    const name = fieldName(field);
    const isChoice = name === 'quantity' || choicePrefixes.some((prefix) => name.startsWith(prefix));
    if (!isChoice || typeof value !== 'string' || value === '') continue;
    if (name.length > mostCharacters || value.length > mostCharacters) continue;
    choice[name] = value;
    if (Object.keys(choice).length === mostFields) break;
  }
  return choice;
}
