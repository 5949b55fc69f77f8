import { describe, expect, it } from 'vitest';
import { fieldTypes } from '@/lib/contract/form';
import { checkAnswers } from './check-answers';
import type { StoredField } from './form-table';

const field: Omit<StoredField, 'type'> = {
  code: 'q',
  label: { en: 'Question' },
  helpText: {},
  required: false,
  options: [
    { code: 'a', label: { en: 'A' } },
    { code: 'b', label: { en: 'B' } },
  ],
  min: null,
  max: null,
  maxLength: null,
};

// Each is right but for its length.
const long = [
  'a'.repeat(100_000),
  `${'a'.repeat(100_000)}@example.org`,
  `10:00:00.${'1'.repeat(100_000)}`,
  `2027-06-01T10:00:00.${'1'.repeat(100_000)}Z`,
  '1'.repeat(100_000),
  Array.from({ length: 100_000 }, () => 'a'),
];

describe('an answer', () => {
  it.each(fieldTypes)('to a question of type %s has a maximum', (type) => {
    for (const value of long) {
      expect(checkAnswers([{ field: 'q', value }], [{ ...field, type }])).not.toEqual([]);
    }
  });

  it('of a field that once allowed more has the maximum of today', () => {
    const answers = [{ field: 'q', value: 'a'.repeat(5001) }];
    expect(checkAnswers(answers, [{ ...field, type: 'text', maxLength: 100_000 }])).toMatchObject([
      { path: 'answers[0].value', code: 'tooLong', detail: '5000' },
    ]);
  });

  it('counts with the others of its ticket', () => {
    const fields = Array.from({ length: 5 }, (_, i): StoredField => {
      return { ...field, code: `q${i}`, type: 'textarea', maxLength: 5000 };
    });
    const answers = fields.map(({ code }) => ({ field: code, value: 'a'.repeat(4500) }));
    expect(checkAnswers(answers, fields)).toMatchObject([{ path: 'answers', code: 'tooLong' }]);
    expect(checkAnswers(answers.slice(1), fields)).toEqual([]);
  });
});
