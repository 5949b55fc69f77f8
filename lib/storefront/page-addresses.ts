import type { Metadata } from 'next';
import { type Language, languages } from '../locale/languages';
import { getAppContext } from '../runtime/app-context';

/** The address of the shop, to which the addresses in metadata are relative. */
export async function shopAddress(): Promise<URL> {
  return new URL((await getAppContext()).config.storefrontUrl);
}

/** Of a page: its one address without what the visitor has chosen on it, and the same page in the other languages. */
export function pageAddresses(
  language: Language,
  pathIn: (language: Language) => string,
): Pick<Metadata, 'alternates'> {
  const others = Object.fromEntries(languages.map((each) => [each, pathIn(each)]));
  return { alternates: { canonical: pathIn(language), languages: others } };
}
