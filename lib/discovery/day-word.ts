import type { Language } from '../locale/languages';
import { weekdays } from './days';

/** Names the day of a week or of a year that a word means (`saturday`, `--12-24`): "Saturday", "24 December". */
export function formatDayWord(word: string, language: Language): string {
  const weekday = weekdays.findIndex((name) => name === word);
  // 1 January 2024 was a Monday, and 2024 has a 29 February.
  const day = weekday < 0 ? `2024-${word.slice(2)}` : `2024-01-0${weekday + 1}`;
  const style = weekday < 0 ? ({ day: 'numeric', month: 'long' } as const) : ({ weekday: 'long' } as const);
  const text = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...style, timeZone: 'UTC' });
  return firstLetterUpper(text.format(new Date(`${day}T12:00:00Z`)), language);
}

/** As other names of criteria are written. */
const firstLetterUpper = (text: string, language: Language) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
