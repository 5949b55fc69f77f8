import { describe, expect, it } from 'vitest';
import { isOtherLayout, possibleTicketCodes, ticketCode } from './ticket-code';

describe('the code of a ticket', () => {
  it.each(['H4TK-9QWE-2MBX', 'h4tk9qwe2mbx', ' H4TK 9QWE 2MBX\n', 'H4TKß9QWEß2MBX', '*H4TK-9QWE-2MBX*'])(
    'is read from %j',
    (text) => {
      expect(ticketCode(text)).toBe('H4TK-9QWE-2MBX');
    },
  );

  it.each([
    '',
    'H4TK-9QWE',
    'H4TK-9QWE-2MB0',
    'H4TK-9QWE-2MBXX',
    'https://x.test/H4TK-9QWE-2MBX',
    '-'.repeat(10_000),
  ])('is not read from %j', (text) => {
    expect(ticketCode(text)).toBeNull();
  });
});

describe('a scanner that is set to the layout of the United States', () => {
  // What arrives for the keys of these codes on devices with another layout, with and without Caps Lock.
  it.each([
    ['Germany', 'H4TK-9YZE-2MBX', 'H4TKß9ZYEß2MBX'],
    ['Germany, Caps Lock for letters', 'H4TK-9YZE-2MBX', 'h4tkß9zyeß2mbx'],
    ['Germany, Caps Lock for all keys', 'H4TK-9YZE-2MBX', 'h$tk?)zye?"mbx'],
    ['France', 'H4TK-9QWE-2MBX', "H'TK)çAZE)é?BX"],
    ['France, Caps Lock for all keys', 'H4TK-9QWE-2MBX', 'h4tk°9aze°2,bx'],
    ['Belgium', 'H6TK-8QWE-2MBX', 'H§TK)!AZE)é?BX'],
    ['the United States, all keys shifted', 'H4TK-9QWE-2MBX', 'H$TK_(QWE_@MBX'],
    ['the United Kingdom, all keys shifted', 'H3TK-9QWE-2MBX', 'H£TK_(QWE_"MBX'],
  ])('is read on a device of %s', (_device, code, typed) => {
    expect(possibleTicketCodes(typed)).toContain(code);
    expect(isOtherLayout(typed, code)).toBe(true);
  });

  it('is suspected if nothing can be read', () => {
    expect(isOtherLayout('Р4ЕЛ-9ЙЦУ-2ЬИЧ', null)).toBe(true);
    expect(isOtherLayout('https://example.test/a', null)).toBe(false);
    expect(isOtherLayout('H4TK-9QWE-2MBX', null)).toBe(false);
  });
});

describe('a code', () => {
  it('that a scanner sent twice is one', () => {
    expect(ticketCode('H4TK-9QWE-2MBXH4TK-9QWE-2MBX')).toBe('H4TK-9QWE-2MBX');
    expect(ticketCode('H4TK-9QWE-2MBXH4TK-9QWE-2MBY')).toBeNull();
  });

  it('as it is written comes first, and is of no other layout', () => {
    expect(possibleTicketCodes('H4TK-9QYE-2MBX')[0]).toBe('H4TK-9QYE-2MBX');
    expect(isOtherLayout('h4tk 9qye 2mbx', 'H4TK-9QYE-2MBX')).toBe(false);
  });
});
