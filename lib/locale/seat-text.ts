import type { Language } from './languages';
import { messages } from './messages';
import { createTranslate } from './translators';

interface Seat {
  readonly section: string;
  readonly row: string;
  readonly number: string;
}

/** Section, row and number of seats, in words; empty without any. */
export function seatsText(seats: readonly Seat[] | undefined, language: Language): string {
  const t = createTranslate(language, messages[language].checkout.items);
  return (seats ?? []).map(({ section, row, number }) => t('seat', { section, row, number })).join('; ');
}
