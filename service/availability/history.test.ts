import { describe, expect, it } from 'vitest';
import { organizationNamed } from '../organization/organization';
import {
  newHistory,
  type Operation,
  type Outcome,
  type Taken,
  violations,
} from '@/testing/ticketing-service/history';

const item = [{ counterId: 'boat', units: 2 }];

function hold(organization: string, outcome: Outcome, items = [item]): Operation {
  return { kind: 'hold', organization, items, reservations: [], outcome };
}

function order(organization: string, reservations: string[], outcome: Outcome): Operation {
  return { kind: 'order', organization, items: [], reservations, outcome };
}

function reservation(organization: string, id: string, orderId: string | null = null) {
  const { id: organizationId } = organizationNamed(organization);
  return { id, organizationId, orderId, heldCounters: 1, tickets: 4, counters: ['boat'] };
}

/** The boat of six: `a` holds, `b` ordered, and the result of `c` is unknown, but it is in the database. */
function sound(): { operations: Operation[]; taken: Taken } {
  return {
    operations: [
      hold('a', { kind: 'ok', ids: ['ra'] }),
      hold('b', { kind: 'ok', ids: ['rb'] }),
      order('b', ['rb'], { kind: 'ok', ids: ['ob'] }),
      hold('c', { kind: 'unknown' }),
      hold('d', { kind: 'ok', ids: [null] }),
      hold('e', { kind: 'fail' }),
    ],
    taken: {
      counters: [{ id: 'boat', capacity: 6, held: 4, sold: 2 }],
      holds: ['ra', 'rc'].map((reservationId) => ({ reservationId, counterId: 'boat', units: 2 })),
      reservations: [reservation('a', 'ra'), reservation('b', 'rb', 'ob'), reservation('c', 'rc')],
      orders: [{ id: 'ob', reservationId: 'rb', tickets: 4 }],
    },
  };
}

type Sound = ReturnType<typeof sound>;
const boat = ({ taken }: Sound) => taken.counters[0] as Taken['counters'][number];

/** Contradictions that the test adds, and what the checker must report. */
const contradictions: [string, (whole: Sound) => void, RegExp][] = [
  [
    'a lost hold',
    (whole) => {
      whole.taken.reservations.shift();
      whole.taken.holds.shift();
      boat(whole).held -= 2;
    },
    /reservation ra is lost/,
  ],
  ['a hold whose units are lost', (whole) => void (boat(whole).held -= 2), /held by holds/],
  ['units sold without a trace', (whole) => void (boat(whole).sold -= 2), /boat: .*was refused|was refused/],
  ['an oversell', (whole) => void (boat(whole).capacity = 5), /6 of 5 are taken/],
  [
    'more units than the calls asked for',
    (whole) => {
      boat(whole).capacity = 8;
      boat(whole).sold += 2;
    },
    /8 are taken of 4 and perhaps 2/,
  ],
  [
    'fewer units than were acknowledged',
    (whole) => {
      whole.operations[3] = hold('c', { kind: 'ok', ids: ['rc'] });
      boat(whole).sold = 0;
    },
    /6 were acknowledged and 4 are taken/,
  ],
  [
    'a repeated hold',
    ({ taken }) => {
      taken.reservations.push(reservation('a', 'ra2'));
      taken.holds.push({ reservationId: 'ra2', counterId: 'boat', units: 2 });
    },
    /reservation ra2 was made twice/,
  ],
  [
    'an incomplete bulk',
    (whole) => {
      whole.operations[3] = hold('c', { kind: 'unknown' }, [item, [{ counterId: 'museum', units: 1 }]]);
    },
    /c has half of a bulk/,
  ],
  [
    'more units than were requested',
    (whole) => {
      boat(whole).capacity = 8;
      boat(whole).held += 2;
      whole.taken.reservations.push(reservation('c', 'rc2'));
      whole.taken.holds.push({ reservationId: 'rc2', counterId: 'boat', units: 2 });
    },
    /c has more than it asked for/,
  ],
  [
    'an incomplete hold',
    ({ taken }) => void (taken.reservations[0] = { ...reservation('a', 'ra'), heldCounters: 2 }),
    /reservation ra holds 1 counters instead of 2/,
  ],
  ['a lost order', ({ taken }) => void taken.orders.pop(), /order ob is lost/],
  [
    'a second order',
    ({ taken }) => void taken.orders.push({ id: 'ob2', reservationId: 'rb', tickets: 4 }),
    /reservation rb has 2 orders/,
  ],
  [
    'an incomplete order',
    ({ taken }) => void (taken.orders[0] = { id: 'ob', reservationId: 'rb', tickets: 3 }),
    /order ob is half an order/,
  ],
  [
    'an incomplete bulk of orders',
    (whole) => void (whole.operations[2] = order('b', ['rb', 'ra'], { kind: 'unknown' })),
    /b has half of an order/,
  ],
  [
    'a failed hold that was made',
    (whole) => void (whole.operations[3] = hold('c', { kind: 'fail' })),
    /reservation rc was made by a call that failed/,
  ],
  [
    'a failed order that was made',
    (whole) => void (whole.operations[2] = order('b', ['rb'], { kind: 'fail' })),
    /order ob was made by a call that failed/,
  ],
  ['a refusal of what is left', (whole) => void (boat(whole).capacity = 8), /d was refused what is left/],
  [
    'a row that belongs to no call',
    ({ taken }) => void taken.reservations.push({ ...reservation('z', 'rz'), heldCounters: 0 }),
    /reservation rz belongs to no call/,
  ],
];

describe('the history checker', () => {
  it('finds nothing wrong whether or not an unknown hold was made', () => {
    const { operations, taken } = sound();
    expect(violations(operations, taken)).toEqual([]);
    operations[4] = hold('d', { kind: 'fail' });
    taken.reservations.pop();
    taken.holds.pop();
    boat({ operations, taken }).held -= 2;
    expect(violations(operations, taken)).toEqual([]);
  });

  it.each(contradictions)('finds %s', (_, change, message) => {
    const whole = sound();
    change(whole);
    expect(violations(whole.operations, whole.taken).join('\n')).toMatch(message);
  });

  it('treats a call that never ended, or that broke off, as unknown', async () => {
    const history = newHistory();
    void history.record({ organization: 'a', items: [item] }, () => new Promise(() => undefined));
    await history.record({ organization: 'b', items: [item] }, () => Promise.reject(new Error('reset')));
    await history.record({ organization: 'c', reservations: ['rc'] }, () =>
      Promise.resolve({ kind: 'ok', ids: ['oc'] }),
    );
    expect(history.operations.map(({ kind, outcome }) => [kind, outcome.kind])).toEqual([
      ['hold', 'unknown'],
      ['hold', 'unknown'],
      ['order', 'ok'],
    ]);
  });
});
