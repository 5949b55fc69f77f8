import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { StaffMissing } from './staff-missing';

it.each(languages)('an address of staff that leads nowhere has words for staff (%s)', (language) => {
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <StaffMissing />
    </NextIntlClientProvider>,
  );
  const { staff, shop } = messages[language];
  expect(page).toContain(staff.missing.title);
  expect(page).toContain(`href="/${language}/staff"`);
  expect(page).not.toContain(shop.missing.text);
});
