import { expect, it } from 'vitest';
import { atOnce } from './at-once';

it('a person may run so many at once, also after some have failed; another person is not affected', async () => {
  const limited = atOnce(2);
  const ends: (() => void)[] = [];
  const slow = () => new Promise<string>((resolve) => ends.push(() => resolve('done')));
  const first = [limited('ada', slow), limited('ada', slow)];
  expect(await limited('ada', slow)).toBe('busy');
  expect(await limited('bob', () => Promise.resolve('other'))).toBe('other');
  for (const end of ends) end();
  expect(await Promise.all(first)).toEqual(['done', 'done']);
  const failing = () => Promise.reject(new Error('the search failed'));
  for (let time = 0; time < 3; time += 1) await expect(limited('ada', failing)).rejects.toThrow('failed');
  expect(await limited('ada', () => Promise.resolve('again'))).toBe('again');
});
