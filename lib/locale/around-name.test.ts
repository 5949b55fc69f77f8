import { expect, it } from 'vitest';
import { aroundName } from './around-name';

it('finds what is before and after a name, also if the name is a part of the sentence', () => {
  expect(aroundName('a', (name) => `Andere Tage für ${name}.`)).toEqual({
    before: 'Andere Tage für ',
    name: 'a',
    after: '.',
  });
});

it('leaves a sentence whole that has no name, or has it twice', () => {
  expect(aroundName('Le Bac', () => 'Tage')).toEqual({ before: 'Tage', name: '', after: '' });
  expect(aroundName('Bac', (name) => `${name}, ${name}`).before).toBe('Bac, Bac');
});
