import type { Metadata } from 'next';
import { defaultLanguage, type Language, languages } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';

/** The address of the shop, to which the addresses in metadata are relative. */
export async function shopAddress(): Promise<URL> {
  return new URL((await getAppContext()).config.storefrontUrl);
}

/**
 * The addresses of a page by language. `x-default` is the one without a language, which leads to the language that the browser
 * prefers (lib/server/page-request.ts).
 */
export function alternatesOf(pathIn: (language: Language) => string): Readonly<Record<string, string>> {
  const inLanguages = Object.fromEntries(languages.map((each) => [each, pathIn(each)]));
  const withoutLanguage = pathIn(defaultLanguage).slice(`/${defaultLanguage}`.length);
  return { ...inLanguages, 'x-default': withoutLanguage === '' ? '/' : withoutLanguage };
}

/** Of a page: its one address without what the visitor has chosen on it, and the same page in the other languages. */
export function pageAddresses(
  language: Language,
  pathIn: (language: Language) => string,
): Pick<Metadata, 'alternates'> {
  return { alternates: { canonical: pathIn(language), languages: alternatesOf(pathIn) } };
}
