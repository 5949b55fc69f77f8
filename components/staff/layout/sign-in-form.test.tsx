import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { NotAllowed, SignInPage } from './sign-in-form';

const back = '/en/staff/orders/1';
const action = () => Promise.resolve();
const html = (language: Language, page: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
  );

describe.each(languages)('whose form could do nothing (%s)', (language) => {
  const { notDone, notAllowed } = messages[language].staff;

  it('is told that the sign-in has ended, and returns to the page after signing in', () => {
    const signIn = (isNotDone: boolean) =>
      html(language, <SignInPage action={action} back={back} failed={false} isNotDone={isNotDone} />);
    for (const text of [notDone.signedOut, notDone.signedOutText, `value="${back}"`])
      expect(signIn(true)).toContain(text);
    expect(signIn(false)).not.toContain(notDone.signedOut);
  });

  it('is told that the role is gone, with the way back', () => {
    const page = html(language, <NotAllowed back={back} />);
    for (const text of [notAllowed.title, notDone.back, `href="${back}"`]) expect(page).toContain(text);
    expect(html(language, <NotAllowed />)).not.toContain(notDone.back);
  });
});
