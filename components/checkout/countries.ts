import { countryCodes, isCountry } from '@/lib/contract/customer-rules';
import type { Language } from '@/lib/locale/languages';
import type { CountryOption } from './details-fields';

const options = new Map<Language, readonly CountryOption[]>();

/** All countries in the order of their names. */
export function countryOptions(language: Language): readonly CountryOption[] {
  const known = options.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const made = countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
  options.set(language, made);
  return made;
}

/** The country in a browser's first language ("en-GB"), as a first guess; empty when there is none. */
export function guessCountry(acceptLanguage: string | null): string {
  const region = /^\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(acceptLanguage ?? '')?.[1] ?? '';
  return isCountry(region) ? region : '';
}
