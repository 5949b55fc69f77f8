import { describe, expect, it } from 'vitest';
import { type Language, languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { guestProblems } from '@/lib/shop/values/guest-values';
import type { GuestFormPage, GuestListPage } from '@/lib/storefront/staff/guest-list/guest-list';
import { htmlOf } from '@/testing/storefront/text-of';
import type { GuestFormState } from './guest-form';
import { GuestListPageView } from './guest-list-page';
import { WriteGuests } from './write-guests';

const hostile = '<script>alert(1)</script>';
const list: GuestListPage['list'] = {
  id: 'l-1',
  version: 'v-1',
  catalogId: 'c-1',
  eventId: 'e-1',
  sessionId: 's-1',
  day: '2026-11-28',
  occursAt: new Date('2026-11-28T13:30:00Z'),
  timezone: 'Europe/Paris',
  eventName: 'Harbour walk',
  tariff: 'Adult',
  item: { offer: '/v1/ticketing/catalogs/c-1/offers/o-1', ticketSessions: [] },
  language: 'en',
  country: 'FR',
  contact: null,
  reason: hostile,
  staff: 'ada',
  actor: 'Ada',
  state: 'draft',
  createdAt: new Date('2026-11-26T09:00:00Z'),
  startedAt: null,
};

type Guest = GuestListPage['guests'][number];
const guest = (position: number, changes: Partial<Guest> = {}): Guest => ({
  position,
  firstname: 'Ada',
  lastname: `Number ${position}`,
  email: null,
  quantity: 1,
  state: 'waiting',
  problem: null,
  checkoutId: null,
  checkoutState: null,
  reference: null,
  ...changes,
});

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const act = () => Promise.resolve();
const shown = (
  changes: Partial<GuestListPage>,
  { problem, language = 'en' }: { problem?: string; language?: Language } = {},
) =>
  htmlOf(
    <GuestListPageView
      page={{
        list,
        guests: [guest(1), guest(2, { quantity: 3 })],
        left: null,
        staff: 'Ada',
        mayGive: true,
        ...changes,
      }}
      make={act}
      retry={act}
      problem={problem}
    />,
    language,
  );

describe('a guest list before its bookings are made', () => {
  it('shows what was read, and makes it as it is shown', () => {
    const html = shown({});
    const text = textOf(html);
    expect(text).toContain('Harbour walk, Saturday 28 November 2026, 14:30');
    expect(text).toContain('2 guests, 4 tickets: Adult');
    expect(text).toContain('Make 2 bookings');
    expect(html).toContain('name="version" value="v-1"');
    expect(html).toContain('href="/en/staff/today/c-1/e-1/s-1/guests?from=l-1"');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain(hostile);
  });

  it('says which names stand there twice, and that there are too few tickets', () => {
    const twice = textOf(shown({ guests: [guest(1), guest(2, { lastname: 'Number 1' })], left: 1 }));
    expect(twice).toContain('These names are on the list more than once Ada Number 1');
    expect(twice).toContain('1 ticket is left');
    const once = textOf(shown({ left: 4 }));
    expect(once).not.toContain('more than once');
    expect(once).not.toContain('tickets are left');
  });

  it('is not made by who may not, and says when it was changed', () => {
    expect(shown({ mayGive: false })).not.toContain('<form');
    expect(textOf(shown({}, { problem: 'changed' }))).toContain('The list was changed meanwhile');
  });
});

describe('a guest list whose bookings are made', () => {
  const started = { ...list, state: 'started', startedAt: new Date('2026-11-26T09:00:01Z') } as const;
  const placed = (position: number, checkoutState: Guest['checkoutState']) =>
    guest(position, {
      state: 'placed',
      checkoutId: `b-${position}`,
      checkoutState,
      reference: `REF-${position}`,
    });

  it('says what became of each guest, leads to the bookings, and offers another try', () => {
    const guests = [
      placed(1, 'ordered'),
      placed(2, 'paid'),
      placed(3, 'expired'),
      placed(4, 'attention'),
      guest(5, { state: 'failed', problem: 'sold_out' }),
      guest(6),
    ];
    const html = shown({ list: started, guests });
    const text = textOf(html);
    expect(text).toContain('1 made, 2 waiting, 3 not made');
    expect(text).toContain('Started by Ada');
    expect(text).toContain('Try again for 2 guests');
    expect(text).toContain('Show the present state');
    expect(text).toContain('not made: too few tickets are left');
    expect(text).toMatch(/see the booking · REF-4/);
    expect(html).toContain('href="/en/staff/orders/b-1"');
    expect(html).not.toContain('name="version"');
  });

  it('is not looked at again when it is over, and shows no name that was erased', () => {
    const text = textOf(
      shown({ list: started, guests: [{ ...placed(1, 'ordered'), firstname: null, lastname: null }] }),
    );
    expect(text).not.toContain('Show the present state');
    expect(text).not.toContain('Try again');
    expect(text).toContain('name erased');
  });

  it('names each reason in every language', () => {
    for (const language of languages) {
      const guests = guestProblems.map((problem, index) => guest(index, { state: 'failed', problem }));
      const text = textOf(shown({ list: started, guests }, { language }));
      for (const problem of guestProblems)
        expect(text).toContain(textOf(messages[language].lists.guests.failures[problem]));
    }
  });
});

describe('the form of a guest list', () => {
  const page: GuestFormPage = {
    event: 'Harbour walk',
    occursAt: null,
    day: '2026-11-28',
    timezone: 'Europe/Paris',
    offers: [],
    earlier: [{ ...list, state: 'started', startedAt: new Date('2026-11-26T09:00:01Z') }],
    draft: list,
    names: 'Ada Lovelace; 2',
    listId: 'l-1',
    isSetUp: true,
    needsEmail: false,
  };
  const read = (state: GuestFormState) => Promise.resolve(state);
  const address = { catalogId: 'c-1', eventId: 'e-1', visit: 's-1' };

  it('is not there without tickets that can be given, and leads to earlier lists', () => {
    const html = htmlOf(<WriteGuests page={page} address={address} read={read} />);
    expect(textOf(html)).toContain('No tickets of this visit can be given here.');
    expect(html).toContain('href="/en/staff/guest-lists/l-1"');
    expect(html).not.toContain('<form');
    const without = htmlOf(<WriteGuests page={{ ...page, isSetUp: false }} address={address} read={read} />);
    expect(textOf(without)).toContain('This shop can’t make vouchers');
  });
});
