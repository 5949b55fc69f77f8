import { describe, expect, it } from 'vitest';
import { mostGuests } from '../../../shop/values/guest-values';
import { linesOf, readGuestLines } from './guest-lines';

const rules = { mostTickets: 20, needsEmail: false, guestWord: 'Guest' };
const read = (text: string, changes: Partial<typeof rules> = {}) => {
  const lines = readGuestLines(text, { ...rules, ...changes });
  if (lines === 'many') throw new Error('too many');
  return lines;
};
const guest = (text: string) => {
  const { guests, wrong } = read(text);
  return guests[0] ?? wrong[0]?.why;
};
const ada = { firstname: 'Ada', lastname: 'Lovelace', quantity: 2, email: 'ada@example.test' };

describe('a line of a guest list', () => {
  it.each([
    'Ada Lovelace; 2; ada@example.test',
    'Ada Lovelace\t2\tada@example.test',
    'Ada Lovelace, 2, ada@example.test',
    'Ada\tLovelace\tada@example.test\t2',
    ' ada@example.test ;2;  Ada   Lovelace;; ',
    'Ada; Lovelace; ２; ada@example.test',
    '\ufeffAda\u00a0Lovelace;\u200b2;ada@example.test',
  ])('has a name, a number and an address: %j', (line) => {
    expect(guest(line)).toEqual(ada);
  });

  it('may be a name alone; of several words the last one is the last name', () => {
    expect(guest('Ada King Lovelace')).toEqual({
      firstname: 'Ada King',
      lastname: 'Lovelace',
      quantity: 1,
      email: null,
    });
    expect(guest('Zoë')).toMatchObject({ firstname: 'Guest', lastname: 'Zoë' });
    expect(guest('Lovelace\tAda, Countess')).toMatchObject({
      firstname: 'Lovelace',
      lastname: 'Ada, Countess',
    });
  });

  it.each([
    ['; 2', 'name'],
    ['a@example.test', 'name'],
    [`${'x'.repeat(300)} Long`, 'name'],
    ['A\u0000da Lovelace', 'name'],
    ['Ada Lovelace; 0', 'number'],
    ['Ada Lovelace; 21', 'number'],
    ['Ada Lovelace; 99999999999999999999', 'number'],
    ['Ada Lovelace; 2x', 'number'],
    ['Ada Lovelace +1', 'number'],
    ['Ada Lovelace 2', 'number'],
    ['Ada Lovelace; -1', 'number'],
    ['Ada Lovelace; ada@', 'email'],
    ['Ada Lovelace; a@b.example, c@d.example', 'email'],
    ['Ada Lovelace; 1; 2', 'fields'],
    ['Ada Lovelace; a@example.test; b@example.test', 'fields'],
    ['Name; Number; E-mail', 'fields'],
  ])('%j is wrong: %s', (line, why) => {
    expect(guest(line)).toBe(why);
  });

  it('needs an address where the shop has none of its own', () => {
    const { guests, wrong } = read('Ada Lovelace; 2; ada@example.test\nAlan Turing', { needsEmail: true });
    expect([guests, wrong]).toEqual([[ada], [{ line: 2, why: 'address' }]]);
  });
});

describe('a guest list', () => {
  it('names wrong lines by their number, empty ones counted, whatever ends a line', () => {
    const { guests, wrong } = read('Ada Lovelace\r\n\r\n; 2\n \t\rAlan Turing; x@\n');
    expect(guests).toHaveLength(1);
    expect(wrong).toEqual([
      { line: 3, why: 'name' },
      { line: 5, why: 'email' },
    ]);
  });

  it('has so many guests at most', () => {
    const lines = Array.from({ length: mostGuests }, (_, n) => `Guest Number${'a'.repeat((n % 9) + 1)}`);
    expect(read(lines.join('\n')).guests).toHaveLength(mostGuests);
    expect(readGuestLines([...lines, 'One More'].join('\n'), rules)).toBe('many');
  });

  it('is the same when it is read again', () => {
    const { guests } = read('Ada Lovelace; 2; ada@example.test\nAlan Turing\nZoë');
    expect(read(linesOf(guests)).guests).toEqual(guests);
  });
});
