import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { ReturnRule } from '@/lib/storefront/shop/checkout/return-rules';
import { ReturnTerms } from './return-terms';

const rule = (change: Partial<ReturnRule> = {}): ReturnRule => ({
  productName: 'Adult',
  lang: undefined,
  isFree: false,
  rule: { minutes: 2 * 24 * 60, share: 1 },
  ...change,
});

function textOf(rules: readonly ReturnRule[] | null, language: Language = 'en'): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <ReturnTerms rules={rules} />
    </NextIntlClientProvider>,
  );
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const law = 'the law gives no right of withdrawal (Directive 2011/83/EU, Article 16(l)).';

describe('what the checkout says about returning tickets', () => {
  it('is the rule of their product, and the law beside it', () => {
    const text = textOf([rule(), rule({ productName: 'Child' })]);
    expect(text).toMatch(
      /^You can cancel these tickets until 2 days before they begin, and get their whole price back\. For/,
    );
    expect(text).toContain(law);
  });

  it.each([
    [
      { rule: { minutes: 90, share: 0.8 } },
      'until 90 minutes before they begin, and get 80% of their price back.',
    ],
    [{ rule: { minutes: 0, share: 1 } }, 'until they begin, and get their whole price back.'],
    [{ rule: { minutes: 1440, share: 0 } }, 'until 24 hours before they begin; nothing is paid back.'],
    [{ isFree: true }, 'You can cancel these tickets until 2 days before they begin. For'],
    [{ rule: null }, 'The organiser does not take these tickets back.'],
  ])('%j', (change, text) => {
    expect(textOf([rule(change)])).toContain(text);
  });

  it('names the products if their rules differ', () => {
    const text = textOf([rule(), rule({ productName: 'Child', rule: null })]);
    expect(text).toMatch(
      /^Adult · You can cancel .* Child · The organiser does not take these tickets back\./,
    );
  });

  it.each(languages)('is the law alone where the rule is not known: %s', (language) => {
    const text = textOf(null, language);
    expect(text).toBe(messages[language].checkout.pay.withdrawal.replaceAll(/\s+/g, ' '));
    expect(text).toContain('2011/83');
  });
});
