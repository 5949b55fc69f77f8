import { describe, expect, it } from 'vitest';
import { messageLimits } from '../../../shop/values/message-values';
import { messageFields, readMessage, type TypedMessage } from './message-form';

const empty = Object.fromEntries(messageFields.map((name) => [name, ''])) as TypedMessage;
const complete: TypedMessage = {
  ...empty,
  audience: 'everyone',
  'subject-fr': ' Plus tard ',
  'text-fr': 'Venez à trois heures.\r\n\r\nMerci.',
  testTo: ' Desk@Shop.example ',
};
const read = (changes: Partial<TypedMessage> = {}) => readMessage({ ...complete, ...changes });
const wrong = (changes: Partial<TypedMessage>) => {
  const answer = read(changes);
  return answer.kind === 'wrong' ? [answer.field, answer.why] : null;
};

describe('what staff type for everyone of a visit', () => {
  it('is read without spaces at its ends, with plain line breaks; one text alone is for everybody', () => {
    expect(read({ fallback: 'de' })).toEqual({
      kind: 'read',
      audience: 'everyone',
      texts: { fr: { subject: 'Plus tard', text: 'Venez à trois heures.\n\nMerci.' } },
      fallback: 'fr',
      to: 'Desk@Shop.example',
    });
  });

  it('has a text in the language for all others, if there are several', () => {
    const german = { 'subject-de': 'Später', 'text-de': 'Um drei.' };
    expect(read({ ...german, fallback: 'de' })).toMatchObject({ kind: 'read', fallback: 'de' });
    for (const fallback of ['', 'nl', 'xx', '__proto__'])
      expect(wrong({ ...german, fallback })).toEqual(['fallback', 'fallback']);
  });

  it('is wrong at the field that is missing, too long, or has characters that nobody can type', () => {
    expect(wrong({ audience: 'all' })).toEqual(['audience', 'audience']);
    expect(wrong({ 'subject-fr': ' ', 'text-fr': '\u200b' })).toEqual(['subject-en', 'nothing']);
    expect(wrong({ 'subject-fr': '' })).toEqual(['subject-fr', 'subject']);
    expect(wrong({ 'subject-fr': 'x'.repeat(messageLimits.subject + 1) })).toEqual(['subject-fr', 'subject']);
    expect(wrong({ 'subject-fr': 'a\nBcc: b@example.org' })).toEqual(['subject-fr', 'subject']);
    expect(wrong({ 'text-fr': '' })).toEqual(['text-fr', 'text']);
    expect(wrong({ 'text-fr': 'x'.repeat(messageLimits.text + 1) })).toEqual(['text-fr', 'text']);
    expect(wrong({ 'text-fr': 'a\ud800b' })).toEqual(['text-fr', 'text']);
    expect(wrong({ 'text-fr': 'a\u0000b' })).toEqual(['text-fr', 'text']);
    for (const testTo of ['', 'desk', 'a@b, c@d.example', 'a@b.example\nBcc: c@d.example'])
      expect(wrong({ testTo })).toEqual(['testTo', 'testTo']);
  });

  it('may have as many characters as are said', () => {
    const longest = {
      'subject-fr': 'x'.repeat(messageLimits.subject),
      'text-fr': 'y'.repeat(messageLimits.text),
    };
    expect(read(longest).kind).toBe('read');
  });
});
