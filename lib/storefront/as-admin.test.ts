import { expect, it } from 'vitest';
import { asAdmin, onlyAdmin } from './as-admin';

const admin = { id: 'ada', name: 'Ada', isAdmin: true };

it.each([
  ['staff without the role', { ...admin, isAdmin: false }, 'zoe@example.org', 'not_admin', []],
  ['a text that is not an address', admin, 'zoe', 'email', []],
  ['no address at all', admin, null, 'email', []],
  ['an address', admin, ' zoe@example.org ', 'done', [['zoe@example.org', 'ada']]],
])('for %s', async (_, member, typed, answer, calls) => {
  const called: string[][] = [];
  const work = (...given: string[]) => {
    called.push(given);
    return Promise.resolve('done');
  };
  expect(await asAdmin(member, typed, work)).toBe(answer);
  expect(called).toEqual(calls);
});

it('work for the role "admin" is done for nobody else, and who tried is recorded', async () => {
  const refused: string[] = [];
  let done = 0;
  const run = (isAdmin: boolean) =>
    onlyAdmin(
      { ...admin, isAdmin },
      (staff) => refused.push(staff),
      () => Promise.resolve((done += 1)),
    );
  expect(await run(false)).toBe('not_admin');
  expect([done, refused]).toEqual([0, ['ada']]);
  expect(await run(true)).toBe(1);
  expect([done, refused]).toEqual([1, ['ada']]);
});
