import { describe, expect, it } from 'vitest';
import { cutText, isPlainLine, isPlainText, toPlainText } from './plain-text';

const refused: readonly (readonly [string, string])[] = [
  ['NUL', '\0'],
  ['escape', '\u001b'],
  ['delete', '\u007f'],
  ['a control character of the second block', '\u0085'],
  ['the first half of a pair', '\ud800'],
  ['the second half of a pair', '\udfff'],
  ['a direction override', '\u202e'],
  ['a direction isolate', '\u2067'],
  ['a noncharacter', '\uffff'],
  ['a noncharacter of another plane', '\u{1fffe}'],
];

describe('a plain text', () => {
  it.each(refused)('has no %s', (_name, character) => {
    const text = `An${character}na`;
    expect([isPlainLine(text), isPlainText(text), toPlainText(text)]).toEqual([false, false, 'Anna']);
  });

  it.each([
    'Zoë Ångström',
    'Οδυσσέας',
    'محمد',
    'नमस्ते',
    '👩‍👩‍👧',
    '🎟️',
    '\u0378',
    '\u{10000}',
    '\u00a0',
    '\u200d',
  ])('“%s” is kept, also where Unicode has not assigned it yet', (text) => {
    expect([isPlainLine(text), isPlainText(text), toPlainText(text)]).toEqual([true, true, text]);
  });

  it('is never cut between the halves of a pair', () => {
    expect([cutText('a😀b', 2), cutText('a😀b', 3), cutText('ab', 5)]).toEqual(['a', 'a😀', 'ab']);
  });

  it('has tabs and line breaks only where it may have several lines', () => {
    const text = 'a\tb\r\nc';
    expect([isPlainLine(text), isPlainText(text), toPlainText(text)]).toEqual([false, true, text]);
  });
});
