import { describe, expect, it } from 'vitest';
import { scannerKeys } from './scanner-keys';

/** Types a text with so many milliseconds from key to key, then Enter. */
function typed(text: string, gap: number, keys = scannerKeys(), from = 1_000): string | null {
  let at = from;
  for (const key of text) keys.add(key, (at += gap));
  return keys.end(at + gap);
}

describe('the keys of a scanner', () => {
  it.each(['H4TK-9QWE-2MBX', 'h4tk9qwe2mbx', 'H$TK_(QWE_@MBX', 'h4tkß9qweß2mbx', 'h4tk°9aze°2,bx'])(
    'are the code that was typed at once: %s',
    (text) => {
      expect(typed(text, 5)).toBe(text);
      expect(typed(text, 50)).toBe(text);
    },
  );

  it('are not those of a person, who takes longer, nor what is no code', () => {
    // Twelve letters that a code may have.
    expect(typed('PeterBaumann', 5)).toBe('PeterBaumann');
    expect(typed('PeterBaumann', 51)).toBeNull();
    expect(typed('Christopher', 5)).toBeNull();
  });

  it('begin after what a person typed before', () => {
    const keys = scannerKeys();
    for (const [index, key] of ['A', 'n', 'n'].entries()) keys.add(key, index * 120);
    expect(typed('H4TK-9QWE-2MBX', 5, keys)).toBe('H4TK-9QWE-2MBX');
  });

  it('say which one is the first, and are forgotten after Enter', () => {
    const keys = scannerKeys();
    expect([keys.add('H', 0), keys.add('4', 20), keys.add('T', 100)]).toEqual([true, false, true]);
    expect(typed('H4TK-9QWE-2MBX', 5, keys)).toBe('H4TK-9QWE-2MBX');
    expect(keys.end(1_080)).toBeNull();
  });
});
