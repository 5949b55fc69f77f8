import Negotiator from 'negotiator';

/** The languages of the storefront's own words. A catalogue may have others. */
export const languages = ['en', 'fr', 'de', 'es', 'it', 'nl'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** A text in several languages, by two-letter code. */
export type LocalizedText = Readonly<Record<string, string>>;

/**
 * The language to answer in: the best that Accept-Language (RFC 9110 §12.5.4: quality values, regions falling
 * back to their language) allows among `available`, else `fallback`.
 */
export function negotiateLanguage(
  acceptLanguage: string | null,
  available: readonly string[],
  fallback: string,
): string {
  if (acceptLanguage === null || acceptLanguage.trim() === '') return fallback;
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  // "*" means no preference, and without one the catalogue's own language is the best answer.
  const [best] = negotiator.languages([fallback, ...available.filter((language) => language !== fallback)]);
  return best ?? fallback;
}

/** The text in the language asked for, else in the fallback, else in any. */
export function localize(text: LocalizedText, language: string, fallback: string): string {
  return text[language] ?? text[fallback] ?? Object.values(text)[0] ?? '';
}
