import {
  customer,
  holdFirst,
  type Holding,
  holdLength,
  limitedPurchase,
  newReference,
  order,
  ordersPath,
  plentiful,
  withHold,
} from './booking';
import type { Check } from './check';
import { expectSame, expectShape, expectSuccess, expectThat, notShown } from './expect';
import type { Exchange } from './probe';
import { readLeft } from './purchases';
import * as shapes from './shapes';
import { objectOf, once, pause, pathOf } from './values';
import { orNothing, sample, type World } from './world';

const expiredCode = 'd53a91b0-def3-426a-83d7-269da7ab4200';

/** Expired reservations. */
interface Expired {
  holding: Holding;
  /** The reservation as it was read last. */
  read: Exchange;
  /** A limited purchase, with what was left before the hold and after its end; null when there is none. */
  limited: { before: number; during: number | null; after: number | null } | null;
}

// Waiting takes time, so all checks use the same expired reservations.
const found = new WeakMap<World, () => Promise<Expired>>();
function expired(world: World): Promise<Expired> {
  const make = found.get(world) ?? once(() => letExpire(world));
  found.set(world, make);
  return make();
}

async function letExpire(world: World): Promise<Expired> {
  const { probe, options } = world;
  const stock = await orNothing(() => limitedPurchase(world));
  const before = stock === null ? null : (await readLeft(probe, stock.purchase)).left;
  const holding =
    stock === null
      ? await holdFirst(world, plentiful(await world.purchases()))
      : await holdFirst(world, [stock.purchase]);
  const during = (await readLeft(probe, holding.purchase)).left;
  const length = holdLength(holding.reservation);
  if (length > options.wait * 1000) {
    notShown(`a hold lasts ${Math.round(length / 1000)} seconds, longer than --wait ${options.wait}`);
  }
  const read = await readOnceExpired(world, holding, length);
  const after = (await readLeft(probe, holding.purchase)).left;
  return { holding, read, limited: before === null ? null : { before, during, after } };
}

// The two clocks may differ, and a server may notice the end a moment late.
const grace = 2000;

async function readOnceExpired({ probe }: World, holding: Holding, length: number): Promise<Exchange> {
  const over = holding.held.exchange.answeredAt + length;
  for (;;) {
    const read = await probe.get(holding.path);
    const isExpired = objectOf(read.body)['expired'] === true;
    if ((isExpired && read.sentAt > over) || read.sentAt > over + grace) return read;
    await pause(Math.min(Math.max(over - performance.now(), 50), 1000));
  }
}

async function isOrdered(world: World, reservation: string): Promise<boolean> {
  return (await sample(world.probe, ordersPath)).some((one) => one['reservation'] === reservation);
}

/** §7, exactly, for one expired reservation at `index` of the request. */
function expectExpiredBody(answer: Exchange, index: number): void {
  expectThat(answer.status === 422, 'status 422', `${answer.status} ${answer.text.slice(0, 300)}`, answer);
  const body = expectShape(shapes.violationList, answer.body, 'the body of a violation', answer);
  expectThat(body.violations.length === 1, 'one violation', body.violations, answer);
  const [violation] = body.violations;
  expectSame(violation?.propertyPath, `reservations[${index}].expired`, 'propertyPath', answer);
  expectSame(violation?.code, expiredCode, 'code', answer);
  const address = `/validation_errors/${expiredCode}`;
  expectSame(body['@id'], address, '@id', answer);
  expectSame(body.type, address, 'type', answer);
  const detail = `reservations[${index}].expired: ${violation?.message ?? ''}`;
  expectSame(body.detail, detail, 'detail, <propertyPath>: <message>', answer);
  expectSame(body.description, detail, 'description, the same as detail', answer);
}

export const expiryChecks: readonly Check[] = [
  {
    section: '§3',
    title: 'when a reservation reaches expiresAt it is expired',
    run: async (world) => {
      const { read } = await expired(world);
      expectSuccess(read);
      expectShape(shapes.reservation, read.body, 'a reservation', read);
      expectSame(objectOf(read.body)['expired'], true, 'expired', read);
      expectSame(objectOf(read.body)['order'], null, 'order', read);
    },
  },
  {
    section: '§3',
    title: 'when a reservation has expired, its offer is released',
    run: async (world) => {
      const { limited, holding } = await expired(world);
      if (limited === null) return notShown('no offer with limited capacity was found');
      const { before, after } = limited;
      expectThat(
        after !== null && after >= before,
        `at least ${before} left of ${holding.purchase.offer}`,
        after,
      );
    },
  },
  {
    section: '§7',
    title: 'ordering an expired reservation is 422, with the body as specified',
    run: async (world) => {
      const { holding } = await expired(world);
      const { exchange } = await order(world.probe, [holding.path]);
      expectExpiredBody(exchange, 0);
    },
  },
  {
    section: '§7',
    title: 'the violation names the place of the expired reservation in the request',
    run: async (world) => {
      const { holding: over } = await expired(world);
      await withHold(world, async (holding) => {
        const { exchange } = await order(world.probe, [holding.path, over.path]);
        expectExpiredBody(exchange, 1);
      });
    },
  },
  {
    section: '§3',
    title: 'no order is made of an expired reservation',
    run: async (world) => {
      const { holding } = await expired(world);
      const externalReference = newReference();
      await order(world.probe, [holding.path], { externalReference });
      expectSame(objectOf((await world.probe.get(holding.path)).body)['order'], null, 'its order');
      expectThat(
        !(await isOrdered(world, holding.path)),
        `no order of ${holding.path}`,
        'one in the list of orders',
      );
    },
  },
  {
    section: '§4.4',
    title: 'rule 1: a call that names an expired reservation orders nothing',
    run: async (world) => {
      const { holding: over } = await expired(world);
      await withHold(world, async (holding) => {
        const answer = await world.probe.post(`${ordersPath}/_bulk`, {
          reservations: [holding.path, over.path],
          customer,
        });
        expectThat(answer.status === 422, 'status 422', answer.text.slice(0, 300), answer);
        expectThat(
          !(await isOrdered(world, holding.path)),
          `no order of ${holding.path}`,
          pathOf(holding.reservation),
        );
      });
    },
  },
];
