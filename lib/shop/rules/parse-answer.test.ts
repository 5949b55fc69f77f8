import { describe, expect, it } from 'vitest';
import type { FormField } from '../../contract/form';
import { parseAnswer } from './parse-answer';

const fieldOf = (type: FormField['type'], change: Partial<FormField> = {}): FormField => ({
  code: 'q',
  label: 'Q',
  helpText: '',
  type,
  required: false,
  position: 0,
  options: [
    { code: 'a', label: 'A' },
    { code: 'b', label: 'B' },
  ],
  min: 12,
  max: 120,
  maxLength: 5,
  ...change,
});

describe('an answer', () => {
  it.each([
    ['text', ' Zoë ', 'Zoë'],
    ['textarea', 'a\nb', 'a\nb'],
    ['number', '13,5', 13.5],
    ['number', '120', 120],
    ['choice', 'a', 'a'],
    ['date', '2027-03-31', '2027-03-31'],
    ['time', '19:30', '19:30'],
    ['country', 'FR', 'FR'],
    ['phone', '+33 6 12 34 56 78', '+33 6 12 34 56 78'],
    ['email', 'a@example.org', 'a@example.org'],
  ] as const)('of type %s is read from what was typed: %s', (type, typed, value) => {
    expect(parseAnswer(fieldOf(type), [typed])).toEqual({ value });
  });

  it.each([
    ['text', '123456', { why: 'tooLong', limit: 5 }],
    ['number', 'twelve', { why: 'number' }],
    ['number', '11', { why: 'min', limit: 12 }],
    ['number', '121', { why: 'max', limit: 120 }],
    ['choice', 'c', { why: 'choice' }],
    ['multiple_choice', 'c', { why: 'choice' }],
    ['date', '2027-02-30', { why: 'date' }],
    ['time', '24:00', { why: 'time' }],
    ['country', 'XX', { why: 'country' }],
    ['phone', 'none', { why: 'phone' }],
    ['email', 'nobody', { why: 'email' }],
  ] as const)('of type %s is refused: %s', (type, typed, fault) => {
    expect(parseAnswer(fieldOf(type), [typed])).toEqual({ fault });
  });

  it('may be missing unless it is required', () => {
    expect(parseAnswer(fieldOf('text'), [' '])).toBeNull();
    expect(parseAnswer(fieldOf('text', { required: true }), [])).toEqual({ fault: { why: 'required' } });
    expect(parseAnswer(fieldOf('multiple_choice', { required: true }), [])).toEqual({
      fault: { why: 'required' },
    });
  });

  it('of several choices has all of them, and a box is ticked or not', () => {
    expect(parseAnswer(fieldOf('multiple_choice'), ['a', 'b'])).toEqual({ value: ['a', 'b'] });
    expect(parseAnswer(fieldOf('boolean'), ['yes'])).toEqual({ value: true });
    expect(parseAnswer(fieldOf('boolean', { required: true }), [])).toEqual({ value: false });
  });
});
