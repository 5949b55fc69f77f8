import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { CounterOffers } from './counter-offers';

describe('what is for sale', () => {
  it.each(languages)('on a day without offers says so (%s)', (language) => {
    const catalog = {
      id: 'c-1',
      name: 'Boats',
      timezone: 'Europe/Paris',
      lang: undefined,
      languages: [],
      accent: 'pine' as const,
      issuer: undefined,
    };
    const shown = [{ catalog, day: '2026-11-25', offers: [], tiles: [] }];
    const page = renderToStaticMarkup(
      <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
        <CounterOffers
          catalogs={[catalog]}
          chosenId={null}
          day={null}
          shown={shown}
          tickets={null}
          sale="s-1"
          isTapped={false}
        />
      </NextIntlClientProvider>,
    );
    expect(page).toContain('value="2026-11-25"');
    expect(page).toContain('name="sale" value="s-1"');
    expect(page).toContain('Boats');
  });
});
