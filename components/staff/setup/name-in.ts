import { type Language, localize } from '@/lib/locale/languages';
import { catalogOf } from '@/lib/setup/catalog';
import type { Draft, Texts } from '@/lib/setup/draft';

/** A text of a draft in the reader's language, or else in that of the catalogue. */
export function nameIn(draft: Draft, texts: Texts, language: Language): string {
  return texts[language] ?? localize(texts, catalogOf(draft).language, catalogOf(draft).language);
}
