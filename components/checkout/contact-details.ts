import {
  isCountry,
  isEmail,
  isName,
  isPhone,
  longestEmail,
  longestName,
  longestPhone,
} from '@/lib/contract/customer-rules';
import { typedWords } from '@/lib/contract/typed-text';

export const detailFields = ['firstname', 'lastname', 'email', 'phone', 'country'] as const;
export type DetailField = (typeof detailFields)[number];

/** The most characters of a field, where it has a limit of its own. A longer text is refused, not cut. */
const longest: Partial<Record<DetailField, number>> = {
  firstname: longestName,
  lastname: longestName,
  email: longestEmail,
  phone: longestPhone,
};

/** The limit of the field, if this text exceeds it; otherwise null. */
export function exceededLimit(field: DetailField, text: string): number | null {
  const most = longest[field];
  return most !== undefined && typedWords(text).length > most ? most : null;
}

/** The values as typed, unchecked. */
export type Details = Record<DetailField, string>;

/** The rules of `details-schema.ts` for the browser, without the library that the server checks them with. */
export const isValid: Readonly<Record<DetailField, (typed: string) => boolean>> = {
  firstname: isName,
  lastname: isName,
  email: isEmail,
  phone: isPhone,
  country: isCountry,
};
