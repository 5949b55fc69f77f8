import { countryCodes, isCountry } from '@/lib/contract/customer-rules';
import type { Language } from '@/lib/locale/languages';
import type { CountryOption } from './details-fields';

export function countryOptions(language: Language): CountryOption[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const compare = new Intl.Collator(language).compare;
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}

/** The country in a browser's first language ("en-GB"), as a first guess; empty when there is none. */
export function guessCountry(acceptLanguage: string | null): string {
  const region = /^\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(acceptLanguage ?? '')?.[1] ?? '';
  return isCountry(region) ? region : '';
}
