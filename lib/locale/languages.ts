/** A catalogue may have others. */
export const languages = ['en', 'fr', 'de', 'es', 'it', 'nl'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** A text in several languages, by two-letter code. */
export type LocalizedText = Readonly<Record<string, string>>;

/** The language itself if it is one of ours, otherwise the default. */
export function supportedLanguage(language: unknown): Language {
  return languages.find((one) => one === language) ?? defaultLanguage;
}

/** The language with which the path of a page begins; undefined if it begins with none of ours. */
export function languageOfPath(path: string): Language | undefined {
  return languages.find((language) => path === `/${language}` || path.startsWith(`/${language}/`));
}

/** The text in the requested language, else in English, else in the fallback, else in any. */
export function localize(text: LocalizedText, language: string, fallback: string): string {
  return text[language] ?? text[defaultLanguage] ?? text[fallback] ?? Object.values(text)[0] ?? '';
}
