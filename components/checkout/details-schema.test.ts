import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detailFields, isValid } from './contact-details';
import { detailsSchema, wrongFields } from './details-schema';

const details = {
  firstname: 'Zoë',
  lastname: 'Ångström',
  email: 'zoe@example.test',
  phone: '',
  country: 'FR',
};

describe('a name', () => {
  it.each(['Οδυσσέας', 'Анна-Мария', '王', 'محمد', 'דוד', 'ศรีสุข', 'अनीता', 'O’Neill', 'a b', 'ן\u200fב'])(
    'keeps its letters: %s',
    (lastname) => {
      expect(detailsSchema.parse({ ...details, lastname })).toMatchObject({ lastname });
    },
  );

  it.each([
    ['NUL', 'a\u0000b'],
    ['ESC', 'a\u001b[31mb'],
    ['BEL', 'a\u0007b'],
    ['a line break', 'a\r\nBcc: b'],
  ])('with %s is refused', (_name, lastname) => {
    const checked = detailsSchema.safeParse({ ...details, lastname });
    expect(checked.error === undefined ? [] : wrongFields(checked.error)).toEqual(['lastname']);
  });
});

describe('the rules of the browser', () => {
  const typed = fc.oneof(
    fc.constantFrom('', ' ', 'a@b.co', ' a@b.co ', 'a..b@c.de', 'a@b', '+33 6 12', '12', 'FR', 'ZZ', 'fr'),
    fc.constantFrom(255, 256).map((length) => 'n'.repeat(length)),
    fc.constantFrom(249, 250).map((length) => `${'n'.repeat(length)}@b.co`),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.stringMatching(/^[\w.+-]{0,8}@[a-z0-9.-]{0,8}$/),
    fc.stringMatching(/^ ?\+?[0-9 ().\/-]{0,32} ?$/),
    fc.stringMatching(/^[A-Z]{1,3}$/),
  );

  it.each(detailFields)('accept what the server accepts: %s', (field) => {
    fc.assert(
      fc.property(typed, (entry) => {
        expect(isValid[field](entry)).toBe(detailsSchema.shape[field].safeParse(entry).success);
      }),
      { numRuns: 2_000 },
    );
  });
});
