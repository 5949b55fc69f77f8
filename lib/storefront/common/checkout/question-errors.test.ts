import { expect, it } from 'vitest';
import type { FormField } from '../../../contract/form';
import { languages } from '../../../locale/languages';
import { type AskedItem, checkItem } from './question-errors';

const field = (code: string, label: string): FormField => ({
  code,
  label,
  type: 'text',
  helpText: '',
  required: true,
  position: 0,
  options: [],
  min: null,
  max: null,
  maxLength: null,
});

const item = (changes: Partial<AskedItem> = {}): AskedItem => ({
  key: 'k',
  quantity: 2,
  fields: [field('card', 'Name'), field('menu', 'Menu')],
  productName: null,
  ...changes,
});

const summaries = (asked: AskedItem, language: (typeof languages)[number] = 'en') =>
  checkItem(asked, {}, language).errors.map(({ summary }) => summary);

it('the summary names the ticket whose question has no answer', () => {
  expect(summaries(item())).toEqual([
    'Ticket 1: Name: Please answer this.',
    'Ticket 1: Menu: Please answer this.',
    'Ticket 2: Name: Please answer this.',
    'Ticket 2: Menu: Please answer this.',
  ]);
});

it('the summary names what was bought where several items have questions', () => {
  const fields = [field('menu', 'Menu')];
  expect(summaries(item({ fields, productName: 'Supper' }))).toEqual([
    'Supper, ticket 1: Menu: Please answer this.',
    'Supper, ticket 2: Menu: Please answer this.',
  ]);
  expect(summaries(item({ fields, productName: 'Supper', quantity: 1 }))).toEqual([
    'Supper: Menu: Please answer this.',
  ]);
});

it('the summary of a single ticket names only the question', () => {
  const fields = [field('menu', 'Menu')];
  expect(summaries(item({ fields, quantity: 1 }))).toEqual(['Menu: Please answer this.']);
});

it.each(languages)(
  'an answer that is too long is told with the name of the question and the limit, in %s',
  (language) => {
    const fields = [{ ...field('card', 'Name'), maxLength: 5 }];
    const typed = { 'answer.k.0.card': ['x'.repeat(6)] };
    const { errors } = checkItem(item({ fields, quantity: 1 }), typed, language);
    expect(errors.map(({ text, summary }) => [text, summary].map((one) => one.match(/Name|5/g)))).toEqual([
      [
        ['Name', '5'],
        ['Name', '5'],
      ],
    ]);
  },
);

it.each(languages)('the entries of several tickets differ in %s', (language) => {
  const all = [
    ...summaries(item({ productName: 'Supper' }), language),
    ...summaries(item({ productName: 'Lunch' }), language),
    ...summaries(item(), language),
  ];
  expect(new Set(all).size).toBe(12);
  expect(all.join()).not.toMatch(/[{}]/);
  const colon = language === 'fr' ? '\u00A0:' : ':';
  expect(all.join()).toContain(`2${colon} Menu${colon} `);
});

it('right answers have no error', () => {
  const typed = { 'answer.k.0.menu': ['fish'] };
  const { errors, answers } = checkItem(item({ fields: [field('menu', 'Menu')], quantity: 1 }), typed, 'en');
  expect(errors).toEqual([]);
  expect(answers).toEqual([{ item: 'k', unit: 0, answers: [{ field: 'menu', value: 'fish' }] }]);
});
