import { describe, expect, it } from 'vitest';
import { shortHash, ticketCode } from './ticket-code';

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

  it('is hashed to 40 bits', () => {
    expect(shortHash(new Uint8Array([0, 1, 15, 16, 255, 7]))).toBe('00010f10ff');
  });
});
