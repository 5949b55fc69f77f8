import type { Check } from './check';
import { expectThat, Mismatch } from './expect';
import type { PlainAnswer, World } from './world';

// A connection that is refused or cut is accepted as well.
async function plainAnswer(world: World): Promise<PlainAnswer> {
  return world.options.plain('/v1/ticketing/catalogs');
}

export const transportChecks: readonly Check[] = [
  {
    section: '§8',
    title: 'transport is HTTPS only: plain HTTP is neither served nor redirected',
    run: async (world) => {
      const answer = await plainAnswer(world);
      if (answer === null || (answer.status >= 400 && answer.status < 500)) return;
      throw new Mismatch('no answer, or a 4xx answer', `${answer.status} ${answer.body.slice(0, 200)}`);
    },
  },
  {
    section: '§1',
    title: 'where a plain HTTP call is answered, it is with an error told in JSON',
    run: async (world) => {
      const answer = await plainAnswer(world);
      if (answer === null) return;
      const { status, type, body } = answer;
      expectThat(status >= 400 && /json/i.test(type), 'an error told in JSON', `${status} ${type} ${body}`);
    },
  },
];
