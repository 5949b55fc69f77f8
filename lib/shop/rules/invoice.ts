import jsvat from 'jsvat-next';
import { isPlainLine } from '../../contract/plain-text';
import { typedWords, typedText } from '../../contract/typed-text';
import type { Invoice } from '../values/checkout-values';

export const longestCompany = 255;

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

interface TypedInvoice {
  readonly company: string;
  readonly vatNumber: string;
  readonly country: string;
}

interface Checked {
  /** Null: no invoice for a company is wanted, or something is wrong. */
  readonly invoice: Invoice | null;
  readonly wrong: Partial<Record<'company' | 'vatNumber', 'missing' | 'tooLong' | 'form'>>;
}

/** The company and its VAT number for the invoice. Only on the server: the rules of all countries are large. */
export function readInvoice({ company: typed, vatNumber: typedNumber, country }: TypedInvoice): Checked {
  const company = typedWords(typed).replaceAll(/\s+/g, ' ');
  const hasNumber = typedText(typedNumber) !== '';
  if (company === '' && !hasNumber) return { invoice: null, wrong: {} };
  const isTooLong = company.length > longestCompany;
  const number = hasNumber ? parseVatNumber(typedNumber, country) : null;
  if (company === '' || isTooLong || !isPlainLine(company) || (hasNumber && number === null)) {
    const isName = company !== '' && !isTooLong && isPlainLine(company);
    return {
      invoice: null,
      wrong: {
        ...(isName ? {} : { company: isTooLong ? 'tooLong' : 'missing' }),
        ...(hasNumber && number === null ? { vatNumber: 'form' } : {}),
      },
    };
  }
  return { invoice: { company, vatNumber: number }, wrong: {} };
}
