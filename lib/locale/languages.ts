import Negotiator from 'negotiator';

/** A catalogue may have others. */
export const languages = ['en', 'fr', 'de', 'es', 'it', 'nl'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** A text in several languages, by two-letter code. */
export type LocalizedText = Readonly<Record<string, string>>;

/**
 * The language of the answer: the best that Accept-Language (RFC 9110 §12.5.4: quality values, regions fall back to
 * their language) allows among `available`, else `fallback`.
 */
export function negotiateLanguage(
  acceptLanguage: string | null,
  available: readonly string[],
  fallback: string,
): string {
  if (acceptLanguage === null || acceptLanguage.trim() === '') return fallback;
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  // "*" means no preference; then the catalogue's own language is the best answer.
  const [best] = negotiator.languages([fallback, ...available.filter((language) => language !== fallback)]);
  return best ?? fallback;
}

/** The best of our languages for an Accept-Language header. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  return supportedLanguage(negotiateLanguage(acceptLanguage, languages, defaultLanguage));
}

/** The language itself if it is one of ours, otherwise the default. */
export function supportedLanguage(language: unknown): Language {
  return languages.find((one) => one === language) ?? defaultLanguage;
}

/** The language with which the path of a page begins; undefined if it begins with none of ours. */
export function languageOfPath(path: string): Language | undefined {
  return languages.find((language) => path === `/${language}` || path.startsWith(`/${language}/`));
}

/** The text in the requested language, else in the fallback, else in any. */
export function localize(text: LocalizedText, language: string, fallback: string): string {
  return text[language] ?? text[fallback] ?? Object.values(text)[0] ?? '';
}
