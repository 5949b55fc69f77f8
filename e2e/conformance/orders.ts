import { customer, isSuccess, newReference, order, orderNew, ordersPath, withHold } from './booking';
import { expectSameResource } from './catalog';
import type { Check } from './check';
import { expectRefusal, expectSame, expectShape, expectSuccess, expectThat } from './expect';
import { expectChoice, expectExactTotals, expectListed, expectReferences, onlyItem } from './items';
import * as shapes from './shapes';
import { arrayOf, objectOf, pathOf } from './values';
import { sample, type World } from './world';

const made: readonly Check[] = [
  {
    section: '§2.14',
    title: 'an order is answered in orders, with its fields',
    run: async (world) => {
      const { exchange } = await orderNew(world, { externalReference: newReference() });
      const { orders } = expectShape(shapes.ordersOutput, exchange.body, 'CreateOrderBulkOutput', exchange);
      expectThat(orders.length === 1, 'one order for one reservation', orders.length, exchange);
    },
  },
  {
    section: '§2.10',
    title: 'an order names its reservation and costs the same',
    run: async (world) => {
      const { order: one, holding, exchange } = await orderNew(world, { quantity: 2 });
      expectSame(one['reservation'], holding.path, 'reservation', exchange);
      expectSame(one['organization'], holding.reservation['organization'], 'organization', exchange);
      expectSame(
        one['totalAmountInclTax'],
        holding.reservation['totalAmountInclTax'],
        'totalAmountInclTax, the reservation’s',
        exchange,
      );
      expectExactTotals(one);
      const [item, before] = [onlyItem(one), onlyItem(holding.reservation)];
      for (const key of ['unitAmountInclTax', 'quantity', 'offer', 'product']) {
        expectSame(item[key], before[key], `${key} of the item, the reservation’s`, exchange);
      }
      expectChoice(item, holding);
      await expectReferences(world, item);
    },
  },
  {
    section: '§2.10',
    title: 'an order has the amounts without tax and its documents',
    run: async (world) => {
      const { order: one, exchange } = await orderNew(world);
      expectShape(shapes.order, one, 'an order', exchange);
      expectThat(
        Number(one['totalAmountExclTax']) <= Number(one['totalAmountInclTax']),
        'totalAmountExclTax not above totalAmountInclTax',
        one,
        exchange,
      );
      const documents = arrayOf(one['documents']);
      expectThat(
        documents.length > 0,
        'at least one document (§3: the order carries documents)',
        documents,
        exchange,
      );
      for (const path of documents) {
        expectThat(
          /^\/v1\/booking\/orders\/[^/]+\/documents\/[^/]+$/.test(pathOf(path)),
          '/v1/booking/orders/{orderId}/documents/{id}',
          path,
          exchange,
        );
      }
    },
  },
  {
    section: '§3',
    title: 'an ordered reservation leads to its order',
    run: async (world) => {
      const { order: one, holding } = await orderNew(world);
      const reservation = await world.probe.get(holding.path);
      expectSuccess(reservation);
      expectShape(shapes.reservation, reservation.body, 'a reservation', reservation);
      expectSame(objectOf(reservation.body)['order'], pathOf(one), 'order of the reservation', reservation);
    },
  },
  {
    section: '§4.4',
    title: 'several reservations of one call become as many orders',
    run: (world) =>
      withHold(world, (first) =>
        withHold(world, async (second) => {
          const { orders, exchange } = await order(world.probe, [first.path, second.path]);
          const named = orders.map(({ reservation }) => reservation);
          expectSame(
            named.sort(),
            [first.path, second.path].sort(),
            'the reservations of the orders',
            exchange,
          );
        }),
      ),
  },
];

const referenced: readonly Check[] = [
  {
    section: '§4.4',
    title: 'externalReference comes back as sent, also with letters of all kinds',
    run: async (world) => {
      const externalReference = `${newReference()} “Ævar” №7 / a&b?c=d`;
      const { order: one, exchange } = await orderNew(world, { externalReference });
      expectSame(one['externalReference'], externalReference, 'externalReference', exchange);
      const read = await world.probe.get(pathOf(one));
      expectSame(objectOf(read.body)['externalReference'], externalReference, 'externalReference', read);
    },
  },
  {
    section: '§4.4',
    title: 'rule 2: orders of several calls may carry the same externalReference',
    run: async (world) => {
      const externalReference = newReference();
      const first = await orderNew(world, { externalReference });
      const second = await orderNew(world, { externalReference });
      expectThat(
        pathOf(first.order) !== pathOf(second.order),
        'two orders',
        pathOf(second.order),
        second.exchange,
      );
      for (const { order: one } of [first, second]) {
        const read = await world.probe.get(pathOf(one));
        expectSame(objectOf(read.body)['externalReference'], externalReference, 'externalReference', read);
      }
    },
  },
  {
    section: '§4.4',
    title: 'an order needs no externalReference',
    run: async (world) => {
      const { order: one, exchange } = await orderNew(world);
      expectShape(shapes.order, one, 'an order', exchange);
    },
  },
  {
    section: '§8',
    title: 'an externalReference of 255 characters passes',
    run: async (world) => {
      const externalReference = newReference().padEnd(255, 'é');
      const { order: one, exchange } = await orderNew(world, { externalReference });
      expectSame(one['externalReference'], externalReference, 'externalReference', exchange);
    },
  },
  {
    section: '§8',
    title: 'an externalReference of 256 characters is refused, and nothing is ordered',
    run: (world) =>
      withHold(world, async ({ path }) => {
        const { exchange } = await order(world.probe, [path], {
          externalReference: newReference().padEnd(256, 'x'),
        });
        expectRefusal(exchange, 'externalReference has 256 characters');
        expectSame(objectOf((await world.probe.get(path)).body)['order'], null, 'order of the reservation');
      }),
  },
];

const refused: readonly Check[] = [
  {
    section: '§4.4',
    title: 'a reservation is ordered once',
    run: async (world) => {
      const { order: one, holding } = await orderNew(world, { externalReference: newReference() });
      const again = await order(world.probe, [holding.path], {
        externalReference: newReference(),
        customer: { ...customer, lastname: 'Other' },
      });
      if (isSuccess(again.exchange)) {
        expectSame(again.orders.map(pathOf), [pathOf(one)], 'the same order, or a refusal', again.exchange);
      } else {
        expectRefusal(again.exchange, 'the reservation is ordered');
      }
      const orders = (await sample(world.probe, ordersPath)).filter(
        ({ reservation }) => reservation === holding.path,
      );
      expectSame(orders.map(pathOf), [pathOf(one)], 'the orders of the reservation');
    },
  },
  {
    section: '§4.4',
    title: 'reservations and a customer are required',
    run: (world) =>
      withHold(world, async ({ path }) => {
        const bulk = `${ordersPath}/_bulk`;
        expectRefusal(await world.probe.post(bulk, { customer }), 'reservations are missing');
        expectRefusal(await world.probe.post(bulk, { reservations: [path] }), 'the customer is missing');
        expectSame(objectOf((await world.probe.get(path)).body)['order'], null, 'order of the reservation');
      }),
  },
  {
    section: '§4.4',
    title: 'an unknown reservation is not ordered',
    run: async (world) => {
      const unknown = '/v1/booking/reservations/00000000-0000-4000-8000-000000000000';
      expectRefusal((await order(world.probe, [unknown])).exchange, 'there is no such reservation');
    },
  },
];

const read: readonly Check[] = [
  {
    section: '§4.5',
    title: 'an order can be read, as it was made',
    run: async (world) => {
      const { order: one } = await orderNew(world, { externalReference: newReference() });
      const answer = await world.probe.get(pathOf(one));
      expectSuccess(answer);
      expectShape(shapes.order, answer.body, 'an order', answer);
      expectShape(shapes.single, answer.body, 'an order with its hypermedia members', answer);
      expectSameResource(objectOf(answer.body), one, answer);
    },
  },
  {
    section: '§4.5',
    title: 'an order is in the list of orders',
    run: async (world) => {
      const { order: one } = await orderNew(world);
      await expectListed(world, ordersPath, pathOf(one), shapes.order);
    },
  },
  {
    section: '§2.10',
    title: 'an order’s reference is its own',
    run: async (world) => {
      const references = (await ordersListed(world)).map(({ reference }) => reference);
      expectSame(new Set(references).size, references.length, 'as many references as orders');
    },
  },
];

async function ordersListed(world: World) {
  await orderNew(world);
  return sample(world.probe, ordersPath);
}

export const orderChecks: readonly Check[] = [...made, ...referenced, ...refused, ...read];
