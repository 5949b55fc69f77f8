import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { languages } from './languages';
import { messages } from './messages';

/** Every message by its dotted key. */
function flatten(tree: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries<unknown>({ ...tree })) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else if (value !== null && typeof value === 'object') {
      for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
    }
  }
  return flat;
}

/** The names in braces of an ICU message, without the branches of plural and select. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  for (const match of message.matchAll(
    /\{\s*(\w+)\s*(?:\}|,\s*(?:plural|select|selectordinal|number|date|time)\b)/g,
  )) {
    const before = message.slice(0, match.index).trimEnd();
    // "one {left}" is a branch whose text is a single word, not an argument.
    const isBranch = /(?:^|[\s}])(?:=\d+|zero|one|two|few|many|other|none)$/.test(before);
    if (!isBranch && match[1] !== undefined) names.add(match[1]);
  }
  return [...names].sort();
}

const english = flatten(messages.en);

describe.each(languages.filter((language) => language !== 'en'))('messages in %s', (language) => {
  const other = flatten(messages[language]);

  it('has the same keys as English', () => {
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('uses the same arguments as English', () => {
    for (const [key, message] of english) {
      expect(argumentsOf(other.get(key) ?? ''), key).toEqual(argumentsOf(message));
    }
  });

  it('leaves no message empty', () => {
    for (const [key, message] of other) expect(message.trim(), key).not.toBe('');
  });
});

describe.each(languages)('messages in %s', (language) => {
  it.each([0, 1, 2, 1000000])('can be formatted, for %i', (count) => {
    for (const [key, message] of flatten(messages[language])) {
      const translate = createTranslator<{ message: string }>({
        locale: language,
        messages: { message },
        onError: (error) => {
          throw error;
        },
      });
      const values = Object.fromEntries(argumentsOf(message).map((name) => [name, count]));
      expect(translate('message', values), key).not.toMatch(/[{}]/);
    }
  });
});

describe('argumentsOf', () => {
  it('sees what a message takes', () => {
    expect(argumentsOf('{count, plural, one {# ticket} other {# tickets}} until {time}')).toEqual([
      'count',
      'time',
    ]);
    expect(argumentsOf('{a, select, none {} other {, {a}}}')).toEqual(['a']);
    expect(argumentsOf('nothing')).toEqual([]);
  });
});
