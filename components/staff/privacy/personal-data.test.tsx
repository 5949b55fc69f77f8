import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { ConfirmForm } from '../ui/confirm-form';
import { PersonalData, type ErasedView } from './personal-data';

const done = () => Promise.resolve();
const inLanguage = (language: Language, page: React.ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
  );
const page = (language: Language, result: ErasedView) =>
  inLanguage(language, <PersonalData result={result} erase={done} />);

/** The tags of that name with all of these attributes, in any order. */
const tags = (html: string, name: string, ...attributes: string[]) =>
  (html.match(new RegExp(`<${name}[^>]*>`, 'g')) ?? []).filter((tag) =>
    attributes.every((attribute) => tag.includes(attribute)),
  );

describe.each(languages)('the page of personal data (%s)', (language) => {
  it('posts what is typed, and asks to confirm what can’t be undone', () => {
    const html = page(language, null);
    expect(tags(html, 'form', 'action="/api/staff/personal-data"', 'method="post"')).toHaveLength(1);
    expect(tags(html, 'input', 'name="email"', 'required')).toHaveLength(2);
    expect(tags(html, 'input', 'type="checkbox"', 'name="confirmed"', 'required')).toHaveLength(1);
  });

  it('shows for how many bookings the data was erased, and how many are unfinished', () => {
    const { erased, goingOn } = messages[language].staff.personalData;
    expect(erased).toContain('{count');
    expect(goingOn).toContain('{count');
    const result = { erased: 7, goingOn: 0, refused: 0, waiting: 0 };
    expect(page(language, result)).toContain('7');
    expect(page(language, { ...result, goingOn: 23 })).toContain('23');
    expect(page(language, 'email')).toContain(messages[language].staff.personalData.wrongEmail);
  });

  it('says what the service has not erased, and what it keeps', () => {
    const { kept } = messages[language].staff.personalData;
    const html = page(language, { erased: 7, goingOn: 0, refused: 31, waiting: 42 });
    for (const text of ['31', '42', kept]) expect(html).toContain(text);
    expect(page(language, { erased: 0, goingOn: 0, refused: 0, waiting: 0 })).not.toContain(kept);
  });

  it('warns of valid tickets of coming days, and then asks to confirm this, too', () => {
    const html = page(language, { coming: 51 });
    expect(html).toContain('51');
    expect(tags(html, 'input', 'type="checkbox"', 'name="coming"', 'required')).toHaveLength(1);
    expect(tags(page(language, null), 'input', 'name="coming"')).toHaveLength(0);
  });

  it('the links of an order are revoked only after a confirmation', () => {
    const html = inLanguage(
      language,
      <ConfirmForm of="links" action={done} values={{ checkoutId: 'c-1' }} />,
    );
    expect(tags(html, 'input', 'name="checkoutId"', 'value="c-1"')).toHaveLength(1);
    expect(tags(html, 'input', 'type="checkbox"', 'name="confirmed"', 'required')).toHaveLength(1);
  });
});
