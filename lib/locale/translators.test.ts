import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTranslate, translators } from './translators';

const texts = { plain: 'It’s here', paid: { text: "You paid {amount}; it's {name}’s." } };
const translate = createTranslate('en', texts);

it('inserts values unchanged: a customer’s text is not parsed as a message', () => {
  const name = `{amount} <b>'{x}'</b> # | {0, plural, other {y}} $& $1`;
  expect(translate('paid.text', { amount: '€1', name })).toBe(`You paid €1; it's ${name}’s.`);
});

it('throws for a missing value, also the second time, and for a missing text', () => {
  for (let time = 0; time < 2; time += 1) {
    expect(() => translate('paid.text')).toThrow('"amount" was not provided');
    expect(() => translate('paid.text', { amount: '€1' })).toThrow('"name" was not provided');
  }
  // @ts-expect-error A key that the texts do not have does not compile.
  expect(() => translate('paid.other')).toThrow('MISSING_MESSAGE');
});

// In tests the library runs in development mode, where it checks more.
it('throws for a missing value in production, too', async () => {
  const script = `
    const { createTranslate } = await import('./lib/locale/translators.ts');
    try {
      console.log(createTranslate('en', { paid: 'You paid {amount}.' })('paid'));
    } catch (error) {
      console.log('thrown:', error.message);
    }`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect(stdout).toMatch(/^thrown: .*"amount" was not provided/);
});

it('repeats a text without arguments', () => {
  expect([translate('plain'), translate('plain')]).toEqual(['It’s here', 'It’s here']);
});

it('creates the translator of a language once', () => {
  const inLanguage = translators({ en: texts, fr: texts, de: texts, es: texts, it: texts, nl: texts });
  expect(inLanguage('fr')).toBe(inLanguage('fr'));
  expect(inLanguage('fr')).not.toBe(inLanguage('en'));
});
