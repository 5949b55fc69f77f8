import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from './languages';
import { createTranslate } from './translators';

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

const folder = new URL('messages/', import.meta.url);
// Operators read English.
const englishOnly = ['alert'];

const namespacesOf = (language: Language): string[] =>
  readdirSync(new URL(language, folder)).map((file) => file.replace(/[.]json$/, ''));

function read(language: Language, namespace: string): Map<string, string> {
  const json: unknown = JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, folder), 'utf8'));
  return flatten(new Object(json));
}

const namespaces = namespacesOf('en').filter((namespace) => !englishOnly.includes(namespace));
const others = languages.filter((language) => language !== 'en');

it.each(others)('%s has the same namespaces as English', (language) => {
  expect(namespacesOf(language).sort()).toEqual([...namespaces].sort());
});

describe.each(others.flatMap((language) => namespaces.map((namespace) => ({ language, namespace }))))(
  '$namespace in $language',
  ({ language, namespace }) => {
    const english = read('en', namespace);
    const other = read(language, namespace);

    it('has the same keys as English', () => {
      expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
    });

    it('uses the same arguments as English', () => {
      for (const [key, message] of english) {
        expect(argumentsOf(other.get(key) ?? ''), key).toEqual(argumentsOf(message));
      }
    });

    it('has no empty message', () => {
      for (const [key, message] of other) expect(message.trim(), key).not.toBe('');
    });
  },
);

describe.each(languages)('messages in %s', (language) => {
  it.each([0, 1, 2, 1000000])('can be formatted, for %i', (count) => {
    for (const namespace of namespacesOf(language)) {
      for (const [key, message] of read(language, namespace)) {
        const values = Object.fromEntries(argumentsOf(message).map((name) => [name, count]));
        const text = createTranslate(language, { message })('message', values);
        expect(text, `${namespace}.${key}`).not.toMatch(/[{}]/);
      }
    }
  });
});

it('no line of French begins with a punctuation mark: the space before it does not break', () => {
  for (const namespace of namespacesOf('fr')) {
    for (const [key, message] of read('fr', namespace)) {
      expect(message, `${namespace}.${key}`).not.toMatch(/ [:;?!»]|« /);
    }
  }
});

// `fillText` knows neither plurals nor the quotes of ICU messages.
it.each(languages)('messages that browsers fill in have plain arguments only, in %s', (language) => {
  for (const namespace of ['door', 'scanner']) {
    for (const [key, message] of read(language, namespace)) {
      // The server writes this one.
      if (key !== 'choose.counts') expect(message, key).not.toMatch(/'|\{[^}]*,/);
    }
  }
});

describe('argumentsOf', () => {
  it('finds the arguments of a message', () => {
    expect(argumentsOf('{count, plural, one {# ticket} other {# tickets}} until {time}')).toEqual([
      'count',
      'time',
    ]);
    expect(argumentsOf('{a, select, none {} other {, {a}}}')).toEqual(['a']);
    expect(argumentsOf('nothing')).toEqual([]);
  });
});
