import { describe, expect, it } from 'vitest';
import { detailsSchema, wrongFields } from './details-schema';

const details = {
  ...{ firstname: 'Zoë', lastname: 'Ångström', email: 'zoe@example.test', phone: '', country: 'FR' },
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
    ['a direction override', 'a\u202eb'],
    ['a direction isolate', 'a\u2066b'],
  ])('with %s is refused', (_name, lastname) => {
    const checked = detailsSchema.safeParse({ ...details, lastname });
    expect(checked.error === undefined ? [] : wrongFields(checked.error)).toEqual(['lastname']);
  });
});
