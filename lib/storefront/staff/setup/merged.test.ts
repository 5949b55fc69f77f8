import { expect, it } from 'vitest';
import { fieldsBefore, mergedFields } from './merged';

const before = {
  name: ['Boat'],
  description: ['Slow\nand quiet'],
  events: ['a', 'b'],
  tick: [''],
  price: ['10'],
};

it('takes over what the other one saved, where nothing was typed', () => {
  const typed = { ...before, description: ['Slow\r\nand quiet'], price: ['12'], tick: [] };
  const now = { ...before, name: ['River boat'], events: ['b'], tick: ['yes'] };
  expect(mergedFields(typed, before, now)).toEqual({
    values: { ...typed, name: ['River boat'], events: ['b'], tick: ['yes'] },
    both: [],
  });
});

it('names what both have changed, and keeps what was typed', () => {
  const typed = { ...before, price: ['12'], name: ['Ship'] };
  const now = { ...before, price: ['11'], name: ['Ship'] };
  expect(mergedFields(typed, before, now)).toEqual({ values: typed, both: ['price'] });
});

it.each(['', '{', '[]', '{"name":"x"}'])('reads %s as nothing', (text) => {
  const form = new FormData();
  form.set('before', text);
  expect(fieldsBefore(form)).toEqual({});
});
