import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { EventChange } from '@/lib/shop/tables/event-change-table';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { EventChangeProgressView } from './event-change-progress';

const change: EventChange = {
  id: 'change-1',
  catalogId: 'c-1',
  eventId: 'e-1',
  sessionId: 's-1',
  eventName: 'Harbour walk',
  timezone: 'Europe/Paris',
  occursAt: new Date('2026-11-28T13:30:00Z'),
  action: 'rebook',
  targetId: 's-2',
  targetOccursAt: new Date('2026-12-05T16:00:00Z'),
  message: 'A storm is coming.',
  staff: 'Ada',
  state: 'done',
  page: 1,
  createdAt: new Date('2026-11-26T09:00:00Z'),
  endedAt: null,
};
const progress = {
  found: 12,
  waiting: 1,
  refunding: 0,
  refunded: 0,
  rebooking: 2,
  rebooked: 7,
  notified: 0,
  nothing: 0,
  attention: 2,
  settled: 1,
  amount: '0.00',
};
const open = [
  { checkoutId: 'b-1', reference: 'ABC-DEF', problem: 'sold_out' },
  { checkoutId: 'b-2', reference: 'GHI-JKL', problem: 'dearer' },
] as const;

const page = (language: Language) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <EventChangeProgressView change={change} progress={progress} open={open} repeat={null} />
    </NextIntlClientProvider>,
  );

describe('the progress of rebooking everyone', () => {
  it('says from which session to which other one, how far it is, and which bookings need staff', () => {
    const html = page('en');
    expect(html).toMatch(/Harbour walk, Sat(urday)? 28 Nov[^<]*14:30: Rebook all/);
    expect(html).toMatch(/To: Harbour walk, Sat(urday)? 5 Dec[^<]*17:00/);
    const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    const counts = {
      Found: 12,
      'Not begun': 1,
      'Being rebooked': 2,
      Rebooked: 7,
      'Need staff': 2,
      'Dealt with by staff': 1,
    };
    for (const [what, count] of Object.entries(counts)) expect(text).toContain(`${what} Bookings ${count}`);
    expect(html).toContain('href="/en/staff/orders/b-1"');
    expect(text).toContain('ABC-DEF Why The other session has no place left for all tickets');
    expect(text).toContain('GHI-JKL Why The other session costs more than was paid');
    expect(text).not.toContain('Refunded:');
  });

  it('is there in every language', () => {
    for (const language of languages) {
      const { actions, progress: words } = messages[language].eventChange;
      const html = page(language);
      expect(html).toContain(actions.rebook);
      expect(html).toContain(words.rebooked);
    }
  });
});
