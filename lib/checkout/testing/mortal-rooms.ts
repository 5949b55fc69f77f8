import type { Database, Transaction } from '../../database/database';
import type { Rooms } from '../rooms';

/** Where a process dies: at the n-th dealing with the outside (from 1), before or after it took effect. */
export interface Death {
  at: number;
  when: 'before' | 'after';
}

/** One dealing of a process with the outside. `changes` is false for what only reads. */
export interface Dealing {
  what: string;
  changes: boolean;
}

/** The rooms of a process that may die: from then on its calls never return, and nothing is ever done by it. */
export interface MortalRooms {
  rooms: Rooms;
  dealings: Dealing[];
  isDead: () => boolean;
  /** Waits for something that it does; null when it died meanwhile. */
  outcome: <Result>(work: Promise<Result>) => Promise<Result | null>;
}

/** The connection of a process that died is closed, and the database rolls back. */
class Died extends Error {}

interface Life {
  dealings: Dealing[];
  isDead: () => boolean;
  died: Promise<null>;
  /** Deals with the outside, unless it is dead, or dies of it. */
  deal: <Result>(dealing: Dealing, act: () => Promise<Result>) => Promise<Result>;
}

/** Without a death it only counts. */
export function mortalRooms(rooms: Rooms, death: Death | null): MortalRooms {
  const life = newLife(death);
  const { dealings, isDead, died } = life;
  return {
    rooms: {
      ...rooms,
      database: mortalDatabase(rooms.database, life),
      client: mortal('client', rooms.client, life),
      payments: mortal('payments', rooms.payments, life),
      mailer: mortal('mailer', rooms.mailer, life),
    },
    dealings,
    isDead,
    outcome: (work) => Promise.race([work, died]),
  };
}

const forever = <Result>() => new Promise<Result>(() => undefined);

function newLife(death: Death | null): Life {
  const dealings: Dealing[] = [];
  let dead = false;
  let die: (value: null) => void = () => undefined;
  const died = new Promise<null>((resolve) => (die = resolve));
  const isDead = () => dead;
  const dieIf = (number: number, when: Death['when']) => {
    if (number !== death?.at || when !== death.when) return;
    dead = true;
    die(null);
  };
  const deal: Life['deal'] = async (dealing, act) => {
    if (isDead()) return forever();
    const number = dealings.push(dealing);
    dieIf(number, 'before');
    if (isDead()) return forever();
    try {
      const result = await act();
      dieIf(number, 'after');
      return isDead() ? await forever() : result;
    } catch (error) {
      dieIf(number, 'after');
      if (isDead()) return await forever();
      throw error;
    }
  };
  return { dealings, isDead, died, deal };
}

function mortalDatabase(database: Database, life: Life): Database {
  return {
    rows: (row, statement) =>
      life.deal({ what: 'database.rows', changes: false }, () => database.rows(row, statement)),
    transaction: (work) =>
      life.deal({ what: 'database.transaction', changes: true }, () =>
        database.transaction((transaction) =>
          Promise.race([
            work(mortalTransaction(transaction, life)),
            life.died.then(() => {
              throw new Died();
            }),
          ]),
        ),
      ),
    close: () => database.close(),
  };
}

/** Its statements are not counted one by one: a transaction takes effect as a whole. The dead send none. */
function mortalTransaction(transaction: Transaction, { isDead }: Life): Transaction {
  const living = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (isDead()) return forever();
    const result = await act();
    return isDead() ? forever() : result;
  };
  return {
    rows: (row, statement) => living(() => transaction.rows(row, statement)),
    write: (row, statement) => living(() => transaction.write(row, statement)),
    run: (statement) => living(() => transaction.run(statement)),
  };
}

// What does not leave the process, or is no part of a purchase.
const within = ['readWebhook', 'listPayments', 'listRefunds', 'listRefundsOf', 'listEvents', 'close'];

function mortal<Room extends object>(name: string, room: Room, life: Life): Room {
  return new Proxy(room, {
    get: (target, key): unknown => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function' || typeof key !== 'string' || within.includes(key)) return member;
      const changes = !/^(get|list)/.test(key);
      return (...args: unknown[]) =>
        life.deal({ what: `${name}.${key}`, changes }, async () => {
          const result: unknown = await Reflect.apply(member, target, args);
          return result;
        });
    },
  });
}
