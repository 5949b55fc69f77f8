import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AdmissionVisitor } from '@/lib/contract/admission-visitor';
import { messages } from '@/lib/locale/messages';
import { bookingsOf, FoundBookings } from './found-bookings';

const visitor = (id: string, change: Partial<AdmissionVisitor> = {}): AdmissionVisitor => ({
  id,
  holder: null,
  customer: { firstname: 'Gina', lastname: 'Gruppe' },
  booking: 'K7XQ-2M4P',
  tariff: { name: 'Boat, adult', reduced: false },
  name: 'Deck',
  event: 'Boat',
  session: '/v1/ticketing/catalogs/c/events/boat/sessions/ten',
  occursAt: '2027-06-01T10:00:00+02:00',
  day: '2027-06-01',
  timezone: 'Europe/Paris',
  seat: null,
  status: 'valid',
  redeemedAt: null,
  ...change,
});
const child = { tariff: { name: 'Boat, child', reduced: true } };

const shown = (visitors: readonly AdmissionVisitor[], admitted: readonly string[] = []) =>
  renderToStaticMarkup(
    <FoundBookings
      visitors={visitors}
      fields={null}
      texts={messages.en.door}
      admitted={new Set(admitted)}
      admitFound={() => Promise.resolve()}
      onAdmit={null}
    />,
  );
const buttons = (html: string) => [...html.matchAll(/aria-label="([^"]+)"/g)].map(([, name]) => name);

describe('visitors who were found by name', () => {
  it('are told apart by booking, visit and tariff', () => {
    const html = shown([visitor('a'), visitor('b', child), visitor('c', { booking: 'M3PA-77QT' })]);
    expect(html).toContain('Booking K7XQ-2M4P');
    expect(html).toContain('Booking M3PA-77QT');
    expect(buttons(html)).toEqual([
      'Admit all 2, Gina Gruppe',
      'Admit Gina Gruppe (adult)',
      'Admit Gina Gruppe (child)',
      'Admit Gina Gruppe (adult)',
    ]);
  });

  it('of one booking are together, also if others are between them, and by visit', () => {
    const other = visitor('x', { booking: 'M3PA-77QT' });
    const later = visitor('l', { session: '/v1/ticketing/catalogs/c/events/boat/sessions/noon' });
    const ids = bookingsOf([visitor('a'), other, visitor('b'), later]).map((one) => one.map(({ id }) => id));
    expect(ids).toEqual([['a', 'b'], ['x'], ['l']]);
  });

  it('enter together: the button has those who are not in yet', () => {
    const html = shown(
      [visitor('a'), visitor('b'), visitor('c'), visitor('d', { status: 'redeemed' })],
      ['a'],
    );
    expect(buttons(html)[0]).toBe('Admit the rest: 2, Gina Gruppe');
    const [together = ''] = /<form.*?<\/form>/.exec(html) ?? [];
    expect([...together.matchAll(/name="of" value="(\w)"/g)].map(([, id]) => id)).toEqual(['b', 'c']);
  });

  it('have no reference that nobody can read out, and are apart if the service tells no booking', () => {
    const booking = '01970000-0000-7000-8000-000000000001';
    expect(shown([visitor('a', { booking })])).not.toContain(booking);
    const untold = ['a', 'b'].map((id) => {
      const told = visitor(id);
      delete told.booking;
      return told;
    });
    expect(bookingsOf(untold)).toHaveLength(2);
  });
});
