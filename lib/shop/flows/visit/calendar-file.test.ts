import { describe, expect, it } from 'vitest';
import type { Line, LineTicket } from '../../values/checkout-values';
import { languages } from '../../../locale/languages';
import { calendarFile } from './calendar-file';
import { visitsOf } from './visits';

const made = new Date('2027-01-02T03:04:05Z');

const ticket = (changes: Partial<LineTicket> = {}): LineTicket => ({
  name: 'Tour',
  occursAt: '2027-06-01T10:00:00+02:00',
  sessionName: null,
  duration: 'PT75M',
  arrivalWindow: false,
  event: {
    id: 'e-1',
    name: 'The Stores',
    venue: 'Lormeau Museum',
    address: '1 Quai, Nantes',
    position: { latitude: 47.2, longitude: -1.55 },
  },
  ...changes,
});

const line = (tickets: LineTicket[], changes: Partial<Line> = {}): Line => ({
  catalogId: 'c-1',
  catalogName: 'Museum',
  timezone: 'Europe/Paris',
  productId: 'p-1',
  productName: 'Adult',
  date: '2027-06-01',
  quantity: 2,
  unitAmount: '9.00',
  totalAmount: '18.00',
  tickets,
  ...changes,
});

const visits = (...lines: Line[]) => visitsOf({ items: [{ lines }] });

function file(...lines: Line[]): string {
  const entries = visits(...lines).map((visit) => ({
    visit,
    uid: `order.${visit.number}@shop.test`,
    reference: 'K7MQ-3XTD',
    link: 'https://shop.test/en/orders/o-1',
  }));
  return calendarFile(entries, 'en', made);
}

/** The properties of the file, unfolded; of each name the last. */
function properties(text: string): Record<string, string> {
  const lines = text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((each) => each !== '');
  return Object.fromEntries(lines.map((each) => [/^[^:;]+/.exec(each)?.[0] ?? '', each]));
}

/** What a calendar reads in a text (RFC 5545 §3.3.11). */
const unescaped = (value: string) =>
  value
    .replace(/^[^:]*:/, '')
    .replaceAll(/\\([\\;,nN])/g, (_all, mark: string) => (/n/i.test(mark) ? '\n' : mark));

describe('a calendar file', () => {
  it('names the numbered seats of all tickets of a visit', () => {
    const at = (number: string) => ({ name: `s/D/${number}`, section: 'Stalls', row: 'D', number });
    const [adults, children] = [ticket({ seats: [at('3'), at('4')] }), ticket({ seats: [at('5')] })];
    const text = unescaped(properties(file(line([adults]), line([children])))['DESCRIPTION'] ?? '');
    expect(text).toContain('Stalls, row D, seat 3; Stalls, row D, seat 4; Stalls, row D, seat 5');
  });

  it('has the time in UTC, the place, what was bought, and the same identifier each time', () => {
    const read = properties(file(line([ticket()])));
    expect(read['DTSTART']).toBe('DTSTART:20270601T080000Z');
    expect(read['DTEND']).toBe('DTEND:20270601T091500Z');
    expect(read['DTSTAMP']).toBe('DTSTAMP:20270102T030405Z');
    expect(read['UID']).toBe('UID:order.1@shop.test');
    expect(read['METHOD']).toBe('METHOD:PUBLISH');
    expect(unescaped(read['SUMMARY'] ?? '')).toBe('The Stores');
    expect(unescaped(read['LOCATION'] ?? '')).toBe('Lormeau Museum, 1 Quai, Nantes');
    expect(read['GEO']).toBe('GEO:47.2;-1.55');
    expect(unescaped(read['DESCRIPTION'] ?? '').split('\n')).toEqual([
      '2 × Adult',
      'Museum',
      'Booking number: K7MQ-3XTD',
      'Directions: https://www.openstreetmap.org/?mlat=47.2&mlon=-1.55#map=17/47.2/-1.55',
      'Your tickets: https://shop.test/en/orders/o-1',
    ]);
  });

  it('says until when one may arrive where the duration is that time', () => {
    const window = ticket({ arrivalWindow: true, duration: 'PT30M' });
    const read = properties(file(line([window])));
    expect(read['DTEND']).toBe('DTEND:20270601T083000Z');
    expect(unescaped(read['DESCRIPTION'] ?? '')).toContain('Arrive between 10:00 and 10:30 (Europe/Paris).');
    const unnamed = properties(file(line([window], { timezone: null })));
    expect(unescaped(unnamed['DESCRIPTION'] ?? '')).toContain('Arrive between 10:00 and 10:30 (UTC+02:00).');
  });

  it.each([null, undefined, '', 'an hour', 'PT0S', '-PT1H'])('has no end for the duration %s', (duration) => {
    const { duration: known, ...stored } = ticket();
    expect(known).toBe('PT75M');
    const read = properties(file(line([duration === undefined ? stored : { ...stored, duration }])));
    expect(read['DTSTART']).toBe('DTSTART:20270601T080000Z');
    expect(read['DTEND']).toBeUndefined();
  });

  it('has an entry for the whole day for a ticket without a time, which does not make busy', () => {
    const read = properties(file(line([ticket({ occursAt: null, duration: null, event: null })])));
    expect(read['DTSTART']).toBe('DTSTART;VALUE=DATE:20270601');
    expect(read['TRANSP']).toBe('TRANSP:TRANSPARENT');
    expect(unescaped(read['DESCRIPTION'] ?? '')).toContain('Valid at any time on this day.');
  });

  it('keeps hostile names in their places', () => {
    const name = 'A, B; C\\ "D"\r\nATTACH:https://evil.test\u2028\u0007END:VEVENT';
    const event = { id: 'e', name, venue: name, address: name, position: null };
    const text = file(line([ticket({ event, sessionName: name })], { productName: name, catalogName: name }));
    const shown = 'A, B; C\\ "D" ATTACH:https://evil.test END:VEVENT';
    const read = properties(text);
    expect(read['ATTACH']).toBeUndefined();
    expect(unescaped(read['SUMMARY'] ?? '')).toBe(`${shown} · ${shown}`);
    expect(unescaped(read['LOCATION'] ?? '')).toBe(`${shown}, ${shown}`);
    expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  });

  it('has lines of 75 bytes at most, also in other scripts', () => {
    const event = {
      id: 'e',
      name: '博物館🎫é'.repeat(40),
      venue: 'ß'.repeat(200),
      address: '',
      position: null,
    };
    const text = file(line([ticket({ event })]));
    const longest = Math.max(...text.split('\r\n').map((each) => Buffer.byteLength(each)));
    expect(longest).toBeLessThanOrEqual(75);
    expect(unescaped(properties(text)['SUMMARY'] ?? '')).toBe(event.name);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each(languages)('is written in %s', (language) => {
    const entries = visits(line([ticket({ arrivalWindow: true })])).map((visit) => ({
      visit,
      uid: 'u@shop.test',
      reference: 'K7MQ-3XTD',
      link: 'https://shop.test/o',
    }));
    const read = properties(calendarFile(entries, language, made));
    expect(read['PRODID']).toContain(`//${language.toUpperCase()}`);
    const description = unescaped(read['DESCRIPTION'] ?? '');
    expect(description).toContain('10:00');
    expect(description).not.toMatch(/[{}]/);
    if (language !== 'en') expect(description).not.toContain('Booking number');
  });
});

describe('the visits of an order', () => {
  it('are one for tickets of the same session, and one for each other session or day', () => {
    const evening = ticket({ occursAt: '2027-06-01T18:00:00+02:00' });
    const anyTime = ticket({ occursAt: null, event: null });
    const found = visits(
      line([ticket(), evening]),
      line([ticket()], { productId: 'p-2', productName: 'Child', quantity: 1 }),
      line([anyTime], { date: '2027-06-02' }),
      line([anyTime], { date: null }),
    );
    expect(found.map(({ number, begins, tickets }) => ({ number, begins, tickets }))).toEqual([
      {
        number: 1,
        begins: '2027-06-01T08:00:00Z',
        tickets: [
          { name: 'Adult', quantity: 2 },
          { name: 'Child', quantity: 1 },
        ],
      },
      { number: 2, begins: '2027-06-01T16:00:00Z', tickets: [{ name: 'Adult', quantity: 2 }] },
      { number: 3, begins: null, tickets: [{ name: 'Adult', quantity: 2 }] },
    ]);
  });

  it('are one for two types of tickets that are valid at any time of the same day', () => {
    const collections = ticket({ name: 'Collections', occursAt: null, duration: null, event: null });
    const child = { productId: 'p-2', productName: 'Child', quantity: 1 };
    const lines = [line([collections]), line([collections], child)];
    const [found, ...others] = visits(...lines);
    expect(others).toEqual([]);
    expect(found?.tickets).toEqual([
      { name: 'Adult', quantity: 2 },
      { name: 'Child', quantity: 1 },
    ]);
    expect(file(...lines).match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
    expect(visits(line([collections]), line([collections], { ...child, date: '2027-06-02' }))).toHaveLength(
      2,
    );
    expect(visits(line([collections]), line([{ ...collections, name: 'Garden' }], child))).toHaveLength(2);
    const unnamed = { ...collections, name: '' };
    expect(visits(line([unnamed]), line([unnamed], child))).toHaveLength(2);
  });

  it('end a day of the calendar later for a duration in days', () => {
    const [found] = visits(line([ticket({ duration: 'P1DT30M' })]));
    expect(found?.ends).toBe('2027-06-02T08:30:00Z');
  });
});
