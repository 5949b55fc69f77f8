import jsvat from 'jsvat-next';
import { isPlainLine } from '../../contract/plain-text';
import { isCountry } from '../../contract/customer-rules';
import { typedWords, typedText } from '../../contract/typed-text';
import { languages } from '../../locale/languages';
import type { Invoice } from '../values/checkout-values';

export const longestCompany = 255;
const longestAddress = 400;
const mostLines = 6;

const written = (typed: string) =>
  typedText(typed)
    .toUpperCase()
    .replaceAll(/[ .\-/]/g, '');

/** The prefix of VAT numbers where it is not the code of the country. */
const prefixes: Readonly<Record<string, string>> = { GR: 'EL' };

/** The number with its country, in the form in which it is stored; null if it has the form of no VAT number. */
function parseVatNumber(typed: string, country: string): string | null {
  const own = written(typed);
  const number = /^[A-Z]{2}/.test(own) ? own : `${prefixes[country] ?? country}${own}`;
  // Its last digits may be computed in a new way, so only the form is checked.
  const { isValidFormat, isSupportedCountry } = jsvat.checkVAT(number, jsvat.countries);
  if (isSupportedCountry) return isValidFormat ? number : null;
  return /^[A-Z]{2}[A-Z0-9]{4,18}$/.test(number) ? number : null;
}

/** What the country is called in our languages. */
const namesOf = (country: string): string[] =>
  isCountry(country)
    ? languages.flatMap((one) => new Intl.DisplayNames(one, { type: 'region' }).of(country) ?? [])
    : [];

/**
 * An address as it stands on an invoice, without empty lines, and without the country, which the invoice names in a line of its
 * own; null: it is longer than fits.
 */
export function readAddress(typed: string, country: string): string | null {
  const names = new Set(namesOf(country).map((name) => name.toLowerCase()));
  const lines = typed
    .split(/\r?\n/)
    .map((line) => typedWords(line).replaceAll(/[\p{Cc}\s]+/gu, ' '))
    .filter((line) => line !== '');
  const last = lines.pop() ?? '';
  const comma = last.lastIndexOf(',');
  const isNamed = names.has(typedWords(last.slice(comma + 1)).toLowerCase());
  const kept = isNamed ? typedWords(last.slice(0, Math.max(0, comma))) : last;
  if (kept !== '') lines.push(kept);
  const address = lines.join('\n');
  return address.length > longestAddress || lines.length > mostLines ? null : address;
}

interface TypedInvoice {
  readonly company: string;
  readonly address: string;
  readonly vatNumber: string;
  readonly country: string;
}

interface Checked {
  /** Null: no invoice for a company is wanted, or something is wrong. */
  readonly invoice: Invoice | null;
  readonly wrong: Partial<Record<'company' | 'address' | 'vatNumber', 'missing' | 'tooLong' | 'form'>>;
}

/**
 * The company, its address and its VAT number for the invoice, which has to name the address (VAT directive, article 226, 5). Only on
 * the server: the rules of all countries are large.
 */
export function readInvoice(typed: TypedInvoice): Checked {
  const company = typedWords(typed.company).replaceAll(/\s+/g, ' ');
  const address = readAddress(typed.address, typed.country);
  const hasNumber = typedText(typed.vatNumber) !== '';
  if (company === '' && address === '' && !hasNumber) return { invoice: null, wrong: {} };
  const vatNumber = hasNumber ? parseVatNumber(typed.vatNumber, typed.country) : null;
  const isTooLong = company.length > longestCompany;
  const wrong: Checked['wrong'] = {
    ...(company === '' || !isPlainLine(company) ? { company: 'missing' } : {}),
    ...(isTooLong ? { company: 'tooLong' } : {}),
    ...(address === '' ? { address: 'missing' } : {}),
    ...(address === null ? { address: 'tooLong' } : {}),
    ...(hasNumber && vatNumber === null ? { vatNumber: 'form' } : {}),
  };
  if (address === null || Object.keys(wrong).length > 0) return { invoice: null, wrong };
  return { invoice: { company, address, vatNumber }, wrong };
}
