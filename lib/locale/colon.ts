import type { Language } from './languages';

/** A name and what it is of: "Name: value"; French has a space before the colon, at which no line breaks. */
export function withColon(name: string, value: string, language: Language): string {
  return `${name}${colon(language)}${value}`;
}

/** The colon with the spaces around it. */
export function colon(language: Language): string {
  return language === 'fr' ? '\u00a0: ' : ': ';
}
