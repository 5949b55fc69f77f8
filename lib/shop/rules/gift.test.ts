import { describe, expect, it } from 'vitest';
import { addressIn, giftDays, giftDue, mayGive, readGift } from './gift';

const days = { first: '2027-05-01', last: '2027-06-01' };
const typed = { name: 'Grace', email: 'grace@example.org', message: '', date: '' };
const read = (change: Partial<typeof typed>) => readGift({ ...typed, ...change }, days);

describe('a gift', () => {
  it('is one only with somebody to whom it is given', () => {
    expect(readGift({ name: ' ', email: '', message: '\u200b', date: '2027-05-02' }, days)).toEqual({
      gift: null,
      wrong: [],
    });
    expect(read({ name: '', email: '' })).toEqual({ gift: null, wrong: [] });
    expect(read({ email: '', message: 'Hi' }).wrong).toEqual(['email']);
  });

  it('keeps the lines of its message, and nothing that is not seen', () => {
    const message = '\r\nDear Grace,\u200b\r\n\r\n\r\n\r\n<b>all the best</b>  & more \r\nAda\n';
    expect(read({ message, name: ' Grace \t Hopper ' }).gift).toEqual({
      name: 'Grace Hopper',
      email: 'grace@example.org',
      message: 'Dear Grace,\n\n<b>all the best</b> & more\nAda',
      date: null,
    });
  });

  it.each([
    ['a long message', { message: 'a'.repeat(501) }, 'message'],
    ['many lines', { message: 'a\n'.repeat(13) }, 'message'],
    ['a message with control characters', { message: 'a\u0007b' }, 'message'],
    ['a web address', { message: 'see https://evil.example' }, 'message'],
    ['a web address without its scheme', { message: 'see evil.com' }, 'message'],
    ['a path', { message: 'bit.ly/abc' }, 'message'],
    ['a web address of a country', { message: 'evil.de' }, 'message'],
    ['a web address of any other ending', { message: 'Go to prize-win.app now' }, 'message'],
    ['a short web address', { message: 'win.me' }, 'message'],
    ['a web address in another script', { message: 'пример.рф' }, 'message'],
    ['an e-mail address', { message: 'me@evil.app' }, 'message'],
    ['an e-mail address in other words', { message: 'me @ evil' }, 'message'],
    ['a web address of a country as a name', { name: 'evil.de' }, 'name'],
    ['a web address as a name', { name: 'www.evil.example' }, 'name'],
    ['a name of two lines', { name: 'Grace\u0007' }, 'name'],
    ['a long name', { name: 'a'.repeat(101) }, 'name'],
    ['no name', { name: '' }, 'name'],
    ['no address', { email: 'grace' }, 'email'],
    ['two addresses', { email: 'a@example.org, b@example.org' }, 'email'],
    ['a header', { email: 'a@example.org\nBcc: b@example.org' }, 'email'],
    ['a day before today', { date: '2027-04-30' }, 'date'],
    ['a day after the first visit', { date: '2027-06-02' }, 'date'],
    ['no day of the calendar', { date: '2027-05-32' }, 'date'],
    ['a text as a day', { date: 'tomorrow' }, 'date'],
  ])('with %s is refused', (_, change, field) => {
    expect(read(change)).toEqual({ gift: null, wrong: [field] });
  });

  it('names the piece of its message that looks like an address', () => {
    expect(addressIn('Dear Grace,\nSee you on the boat.We love you')).toBe('boat.We');
    expect(addressIn('write to me@evil.app or evil.de')).toBe('me@evil.app');
    expect(addressIn(`a.${'b'.repeat(80)}`)).toBe(`a.${'b'.repeat(58)}…`);
    expect(addressIn('See you. We love you')).toBeNull();
  });

  it('may have words with full stops, and names in any script', () => {
    expect(read({ message: 'Merci.À bientôt... Ada', name: 'Жанна' }).wrong).toEqual([]);
  });

  it('is from somebody with a short name, which is no web address', () => {
    expect(mayGive({ firstname: 'J. R. R.', lastname: 'Tolkien-O’Brien' })).toBe(true);
    for (const lastname of ['evil.de', 'see https://evil', 'win.me now', 'me@evil', 'a'.repeat(97)])
      expect(mayGive({ firstname: 'Ada', lastname })).toBe(false);
  });

  it('can be sent from today until the day of the first visit', () => {
    expect(read({ date: days.first }).gift?.date).toBe(days.first);
    expect(read({ date: days.last }).gift?.date).toBe(days.last);
  });
});

const ticket = { name: '', sessionName: null, event: null };
const line = (occursAt: string | null, date: string | null = null) => ({
  date,
  timezone: 'Europe/Paris',
  tickets: [{ ...ticket, occursAt }],
});

describe('the days of a gift', () => {
  const now = new Date('2027-05-01T22:30:00Z');
  it('begin today by the clock of the shop, and end with the first visit by that of its venue', () => {
    const lines = [line('2027-06-03T10:00:00Z'), line('2027-06-01T22:30:00Z'), line(null, '2027-06-05')];
    expect(giftDays(lines, 'Europe/Paris', now)).toEqual({ first: '2027-05-02', last: '2027-06-02' });
    expect(giftDays([line('2027-05-01T10:00:00Z')], 'Europe/Paris', now).last).toBe('2027-05-02');
    expect(giftDays([line(null)], 'Europe/Paris', now).last).toBe('2028-05-01');
    const card = { ...line(null, '2030-12-31'), giftCard: true as const };
    expect(giftDays([card], 'Europe/Paris', now).last).toBe('2028-05-01');
    expect(giftDays([{ ...card, date: '2027-05-03' }, ...lines], 'Europe/Paris', now).last).toBe(
      '2027-06-02',
    );
  });

  it('is sent at eight by the clock of the shop, or at once', () => {
    expect(giftDue({ date: '2027-05-03' }, 'Europe/Paris', now)).toEqual(new Date('2027-05-03T06:00:00Z'));
    for (const date of [null, '2027-05-02', '2027-05-01'])
      expect(giftDue({ date }, 'Europe/Paris', now)).toBeNull();
  });
});
