import Negotiator from 'negotiator';
import { defaultLanguage, type Language, languages, supportedLanguage } from './languages';

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

/**
 * The header that asks for a language, and for English if a catalogue does not have it: visitors understand it more often
 * than the catalogue's own language.
 */
export function acceptLanguageOf(language: string): string {
  return language === defaultLanguage ? language : `${language}, ${defaultLanguage};q=0.5`;
}

/** The best of our languages for an Accept-Language header. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  return supportedLanguage(negotiateLanguage(acceptLanguage, languages, defaultLanguage));
}
