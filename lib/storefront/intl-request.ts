import { hasLocale } from 'next-intl';
import { getRequestConfig } from 'next-intl/server';
import { defaultLanguage, languages } from '../locale/languages';
import { messages } from '../locale/messages';

/** What next-intl asks for on each request: the language in the address, and the words in it. */
export default getRequestConfig(async (request) => {
  // Its successor, next/root-params, can't be read in server actions, which have words to say too.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const asked = request.locale ?? (await request.requestLocale);
  const locale = hasLocale(languages, asked) ? asked : defaultLanguage;
  return {
    locale,
    messages: messages[locale],
    // Days and times are formatted by lib/locale, in the venue's zone.
    timeZone: 'UTC',
    onError(error) {
      throw error;
    },
  };
});
