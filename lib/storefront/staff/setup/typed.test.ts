import { describe, expect, it } from 'vitest';
import { typedDays, typedNumber, typedTime, typedTimes } from './session-fields';
import { typedFields, wordsOf } from './typed';

function formOf(...fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

describe('what was typed into a form of Setup', () => {
  it('has all ticked boxes, and nothing of what the form itself sends', () => {
    const typed = typedFields(
      formOf(
        ['$ACTION_1:0', '{}'],
        ['version', '3'],
        ['weekdays', '0'],
        ['weekdays', '6'],
        ['name', ' Boat\u200b '],
      ),
    );
    expect(typed).toEqual({ weekdays: ['0', '6'], name: [' Boat\u200b '] });
    expect(wordsOf(typed, 'name')).toBe('Boat');
    expect(wordsOf(typed, 'description')).toBe('');
  });

  it('is cut where no page of ours can have sent so much', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ['sessions', String(index)] as const);
    const others = Array.from({ length: 600 }, (_, index) => [`field-${index}`, ''] as const);
    const typed = typedFields(formOf(['long', 'x'.repeat(30_000)], ...many, ...others));
    expect(typed['long']?.[0]).toHaveLength(25_000);
    expect(typed['sessions']).toHaveLength(2_000);
    expect(Object.keys(typed)).toHaveLength(500);
  });
});

describe('a time', () => {
  it.each([
    ['9:30', '09:30'],
    ['09.30', '09:30'],
    ['9h30', '09:30'],
    ['18h', '18:00'],
    ['18', '18:00'],
    ['half past nine', 'half past nine'],
    ['9:3', '9:3'],
  ])('%j is %j', (text, time) => {
    expect(typedTime(text)).toBe(time);
  });

  it('may be one of several', () => {
    expect(typedTimes({ times: ['10:00, 14h30;19'] }, 'times')).toEqual(['10:00', '14:30', '19:00']);
    expect(typedTimes({}, 'times')).toEqual([]);
  });
});

describe('days', () => {
  it.each([
    ['2027-12-25', ['2027-12-25']],
    ['25.12.2027, 5/1/2028', ['2027-12-25', '2028-01-05']],
    ['25-12-2027\r\n26-12-2027', ['2027-12-25', '2027-12-26']],
    // No day of the calendar: refused later, as it was typed.
    ['31.2.2027', ['31.2.2027']],
    ['12/25/2027', ['12/25/2027']],
    ['', []],
  ])('%j are %j', (text, days) => {
    expect(typedDays({ except: [text] }, 'except')).toEqual(days);
  });
});

it('a number that is none is refused later, and an empty one is not said', () => {
  const numberOf = (text: string) => typedNumber({ capacity: [text] }, 'capacity');
  expect(['', ' 40 ', '-1', '4.5', 'many'].map(numberOf)).toEqual([
    null,
    40,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});
