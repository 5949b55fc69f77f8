import { payMessages, type PayMessages } from './pay-words';

export interface PayLanguage {
  /** For amounts and times: as the session asked, such as `fr-CA`. */
  readonly locale: string;
  /** Of the words: a language that the page speaks. */
  readonly language: string;
  readonly messages: PayMessages;
}

/** The session's language; the browser's when the session leaves it open. */
export function payLanguage(locale: string | null, acceptLanguage: string | undefined): PayLanguage {
  const asked = locale === null || locale === 'auto' ? (acceptLanguage ?? 'en').split(/[,;]/, 1)[0] : locale;
  const known =
    Intl.NumberFormat.supportedLocalesOf((asked ?? 'en').replace(/[^\w-]/g, '') || 'en')[0] ?? 'en';
  const language = known.toLowerCase().split('-', 1)[0] ?? 'en';
  return isSpoken(language)
    ? { locale: known, language, messages: payMessages[language] }
    : { locale: known, language: 'en', messages: payMessages.en };
}

function isSpoken(language: string): language is keyof typeof payMessages {
  return Object.hasOwn(payMessages, language);
}
