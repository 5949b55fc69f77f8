import {
  createTranslator,
  type AbstractIntlMessages,
  type MessageKeys,
  type NestedKeyOf,
} from 'use-intl/core';
import type { Language } from './languages';

/** A text by its key, such as `refund.subject`, with values for its arguments. Throws if one is missing. */
export type Translate<Texts> = (
  key: MessageKeys<Texts, NestedKeyOf<Texts>>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The texts in each language, for use outside of pages. A language's translator is created once. */
export function translators<Texts extends AbstractIntlMessages>(
  texts: Readonly<Record<Language, Texts>>,
): (language: Language) => Translate<Texts> {
  const created = new Map<Language, Translate<Texts>>();
  return (language) => {
    const translate = created.get(language) ?? createTranslate(language, texts[language]);
    created.set(language, translate);
    return translate;
  };
}

export function createTranslate<Texts extends AbstractIntlMessages>(
  language: Language,
  texts: Texts,
): Translate<Texts> {
  const translate = createTranslator({
    locale: language,
    // `Translate` checks the keys: inside a generic function the library can't derive them.
    messages: texts as Record<string, string>,
    onError(error) {
      throw error;
    },
  });
  // Texts without arguments are formatted once. They get values too, because otherwise the library would leave an
  // argument in braces unchanged.
  const formatted = new Map<string, string>();
  return (key: string, values) => {
    if (values !== undefined) return translate(key, values);
    const text = formatted.get(key) ?? translate(key, {});
    formatted.set(key, text);
    return text;
  };
}
