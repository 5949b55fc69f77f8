import { supportedLanguage, type Language } from '@/lib/locale/languages';
import { paymentDemoTranslator } from '@/lib/locale/payment-demo-messages';

export interface PayLanguage {
  /** For amounts and times: the locale of the session, such as `fr-CA`. */
  readonly locale: string;
  /** For the texts: a language of the page. */
  readonly language: Language;
  /** The name of the shop that is paid. */
  readonly shop: string;
  readonly t: ReturnType<typeof paymentDemoTranslator>;
}

/** The session's language; the browser's if the session gives none. */
export function payLanguage(
  locale: string | null,
  acceptLanguage: string | undefined,
  shop: string,
): PayLanguage {
  const asked = locale === null || locale === 'auto' ? (acceptLanguage ?? 'en').split(/[,;]/, 1)[0] : locale;
  const known =
    Intl.NumberFormat.supportedLocalesOf((asked ?? 'en').replace(/[^\w-]/g, '') || 'en')[0] ?? 'en';
  const language = supportedLanguage(known.toLowerCase().split('-', 1)[0] ?? 'en');
  return { locale: known, language, shop, t: paymentDemoTranslator(language) };
}
