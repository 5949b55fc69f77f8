import { expect, it } from 'vitest';
import { seenText, unlessSeen } from './seen-preview';

const preview = { kind: 'preview', title: 'It would be for 23 days', lines: ['It costs €10.00.'] } as const;
const typed = { price: ['10'], until: [''], except: ['1.1.2027\n2.1.2027'] };
const seen = seenText(preview, typed);

it('saves what was shown, also with the line ends of browsers', () => {
  const sent = { except: ['1.1.2027\r\n2.1.2027'], price: ['10'], until: [''] };
  expect(unlessSeen({ intent: 'save', seen }, sent, preview)).toBeNull();
});

it.each([
  ['another price', { ...typed, price: ['1'] }, preview],
  ['a field that was empty', { ...typed, until: ['2027-07-01'] }, preview],
  ['a field that is not there any more', { price: ['10'], until: [''] }, preview],
  ['something else that it would do', typed, { ...preview, lines: [] }],
])('shows first what %s would do', (_, sent, now) => {
  expect(unlessSeen({ intent: 'save', seen }, sent, now)).toBe(now);
});

it('shows it once more when that is asked for', () => {
  expect(unlessSeen({ intent: 'preview', seen }, typed, preview)).toBe(preview);
});
