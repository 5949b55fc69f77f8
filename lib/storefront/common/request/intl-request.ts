import { getRequestConfig } from 'next-intl/server';
import { supportedLanguage } from '../../../locale/languages';
import { messages } from '../../../locale/messages';
import { processEnvironment, shopTimeZoneOf } from '../../../runtime/env';

/** What next-intl needs for each request: the language in the URL, and the messages in that language. */
export default getRequestConfig(async (request) => {
  // Its successor, next/root-params, can't be read in server actions, which need messages too.
  // oxlint-disable-next-line typescript/no-deprecated
  const locale = supportedLanguage(request.locale ?? (await request.requestLocale));
  return {
    locale,
    messages: messages[locale],
    // Of moments on the pages of staff. Days and times of visits are formatted by lib/locale, in the venue's zone.
    timeZone: shopTimeZoneOf(processEnvironment()),
    onError(error) {
      throw error;
    },
  };
});
