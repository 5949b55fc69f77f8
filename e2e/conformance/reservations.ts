import {
  hold,
  holdFirst,
  holdLength,
  isRefused,
  isSuccess,
  itemOf,
  plentiful,
  reservationsPath,
  withHold,
  withinHold,
} from './booking';
import { expectSameResource } from './catalog';
import type { Check } from './check';
import {
  expectRefusal,
  expectSame,
  expectShape,
  expectSuccess,
  expectThat,
  Mismatch,
  notShown,
} from './expect';
import { expectChoice, expectExactTotals, expectListed, expectReferences, onlyItem } from './items';
import * as shapes from './shapes';
import { arrayOf, isObject, objectOf, pathOf } from './values';
import type { World } from './world';

const made: readonly Check[] = [
  {
    section: '§4.2',
    title: 'an offer that is shown as available can be held',
    run: async (world) => {
      const purchases = plentiful(await world.purchases());
      try {
        await holdFirst(world, purchases);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'NotShown') throw error;
        throw new Mismatch('a reservation of one of the offers', error.message);
      }
    },
  },
  {
    section: '§2.14',
    title: 'a held offer is answered as reservations and failedReservations',
    run: (world) =>
      withHold(world, ({ held: { exchange, failed } }) => {
        expectShape(shapes.reservationsOutput, exchange.body, 'CreateReservationBulkOutput', exchange);
        expectSame(failed, [], 'failedReservations', exchange);
        return Promise.resolve();
      }),
  },
  {
    section: '§3',
    title: 'a new reservation is not expired, has no order, and ends after it was made',
    run: (world) =>
      withHold(world, ({ reservation }) => {
        expectSame(reservation['expired'], false, 'expired');
        expectSame(reservation['order'], null, 'order');
        expectThat(holdLength(reservation) > 0, 'createdAt before expiresAt', reservation);
        return Promise.resolve();
      }),
  },
  {
    section: '§2.9',
    title: 'a reservation tells what was asked for',
    run: (world) =>
      withHold(
        world,
        async (holding) => {
          const item = onlyItem(holding.reservation);
          expectSame(item['quantity'], 2, 'quantity');
          expectSame(item['offer'], holding.purchase.offer, 'offer');
          expectSame(item['product'], holding.purchase.product, 'product');
          expectChoice(item, holding);
          await expectReferences(world, item);
        },
        2,
      ),
  },
  {
    section: '§2.9',
    title: 'the totals of a reservation are exact',
    run: async (world) => {
      const dear = (await world.purchases()).filter(({ cents }) => cents > 0);
      const purchases = plentiful(dear.length === 0 ? await world.purchases() : dear, 3);
      const { reservation } = await holdFirst(world, purchases, 3);
      expectExactTotals(reservation);
    },
  },
  {
    section: '§1',
    title: 'a reservation guarantees the price of the offer',
    run: async (world) => {
      const fixed = plentiful(await world.purchases()).filter((one) => !one.realtimePriceRequired);
      if (fixed.length === 0) notShown('every offer asks for the real-time price');
      const { reservation, purchase } = await holdFirst(world, fixed);
      const offer = await world.probe.get(purchase.offer);
      const price = objectOf(objectOf(offer.body)['price'])['amountInclTax'];
      expectSame(
        onlyItem(reservation)['unitAmountInclTax'],
        price,
        'unitAmountInclTax, the price of the offer',
      );
    },
  },
];

const read: readonly Check[] = [
  {
    section: '§4.3',
    title: 'a reservation can be read, as it was made',
    run: (world) =>
      withHold(world, async ({ reservation, path }) => {
        const answer = await world.probe.get(path);
        expectSuccess(answer);
        expectShape(shapes.reservation, answer.body, 'a reservation', answer);
        expectShape(shapes.single, answer.body, 'a reservation with its hypermedia members', answer);
        expectSameResource(objectOf(answer.body), reservation, answer);
      }),
  },
  {
    section: '§4.3',
    title: 'a reservation is in the list of reservations',
    run: (world) =>
      withHold(world, async ({ path }) => {
        await expectListed(world, reservationsPath, path, shapes.reservation);
      }),
  },
];

/** Requests an invalid item: a client error or a failure of the item must follow, never a reservation. */
async function expectRefused(world: World, item: unknown, why: string): Promise<void> {
  const held = await hold(world.probe, [item]);
  if (!isSuccess(held.exchange)) {
    expectRefusal(held.exchange, why);
    return;
  }
  expectThat(held.reservations.length === 0, `no reservation: ${why}`, held.exchange.body, held.exchange);
  expectThat(held.failed.length > 0, `a failed reservation: ${why}`, held.exchange.body, held.exchange);
}

const refused: readonly Check[] = [
  {
    section: '§4.2',
    title: 'rule 1: every ticket of the offer has to be there',
    run: async (world) => {
      const [most] = [...(await world.purchases())].sort((a, b) => b.choice.length - a.choice.length);
      if (most === undefined) return notShown('needs an offer that can be bought');
      const item = { ...itemOf(most), ticketSessions: most.choice.slice(1) };
      await expectRefused(world, item, 'a ticket of the offer is missing');
    },
  },
  {
    section: '§4.2',
    title: 'rule 1: a ticket that gives access to an event needs a session',
    run: async (world) => {
      const purchase = (await world.purchases()).find((one) => one.choice.some(({ session }) => session));
      if (purchase === undefined) return notShown('no ticket with sessions was found');
      const ticketSessions = purchase.choice.map(({ ticket }) => ({ ticket }));
      await expectRefused(world, { ...itemOf(purchase), ticketSessions }, 'a session is missing');
    },
  },
  {
    section: '§4.2',
    title: 'rule 1: the session has to be one of that ticket’s',
    run: async (world) => {
      const all = await world.purchases();
      const purchase = all.find((one) => one.choice.some(({ session }) => session));
      const own =
        purchase?.tickets.flatMap(({ resource }) => arrayOf(resource['sessions']).map(pathOf)) ?? [];
      const foreign = all
        .flatMap(({ choice }) => choice)
        .find(({ session }) => session && !own.includes(session));
      if (purchase === undefined || foreign === undefined) {
        return notShown('no two tickets with different sessions were found');
      }
      const ticketSessions = purchase.choice.map((one) =>
        one.session === undefined ? one : { ...one, session: foreign.session },
      );
      await expectRefused(world, { ...itemOf(purchase), ticketSessions }, 'the session is another ticket’s');
    },
  },
  {
    section: '§4.2',
    title: 'a quantity, an offer and ticketSessions are required',
    run: async (world) => {
      const [purchase] = plentiful(await world.purchases());
      if (purchase === undefined) return notShown('needs an offer that can be bought');
      const { quantity, offer, ticketSessions } = itemOf(purchase);
      await expectRefused(world, { offer, ticketSessions }, 'the quantity is missing');
      await expectRefused(world, { quantity, ticketSessions }, 'the offer is missing');
      await expectRefused(world, { quantity, offer }, 'ticketSessions are missing');
      await expectRefused(world, { ...itemOf(purchase), quantity: 0 }, 'nothing is asked for');
      await expectRefused(world, { ...itemOf(purchase), quantity: -1 }, 'less than nothing is asked for');
    },
  },
  {
    section: '§4.2',
    title: 'items are required',
    run: async (world) => {
      expectRefusal(await world.probe.post(`${reservationsPath}/_bulk`, {}), 'items are missing');
    },
  },
  {
    section: '§4.2',
    title: 'an unknown offer is not reserved',
    run: async (world) => {
      const [purchase] = await world.purchases();
      if (purchase === undefined) return notShown('needs an offer that can be bought');
      const offer = `${await world.catalog()}/offers/00000000-0000-4000-8000-000000000000`;
      await expectRefused(world, { ...itemOf(purchase), offer }, 'the offer does not exist');
    },
  },
];

const several: readonly Check[] = [
  {
    section: '§4.2',
    title: 'several items of one call are all reserved',
    run: async (world) => {
      const purchases = plentiful(await world.purchases(), 3);
      const make = () => holdFirst(world, purchases, 1);
      await withinHold(make, async ({ purchase }) => {
        const { exchange, reservations } = await hold(world.probe, [
          itemOf(purchase, 1),
          itemOf(purchase, 2),
        ]);
        const quantities = reservations
          .flatMap(({ items }) => arrayOf(items).filter(isObject))
          .map(({ quantity }) => Number(quantity));
        expectSame(quantities.sort(), [1, 2], 'the quantities reserved', exchange);
      });
    },
  },
  {
    section: '§4.2',
    title: 'a ticket with date access needs no session',
    run: async (world) => {
      const dated = plentiful(await world.purchases()).filter(({ tickets }) =>
        tickets.some(({ dateAccess }) => dateAccess),
      );
      if (dated.length === 0) notShown('no ticket with date access was found');
      for (const purchase of dated.slice(0, 6)) {
        const held = await hold(world.probe, [itemOf(purchase)]);
        if (!isRefused(held)) {
          const [reservation] = held.reservations;
          expectChoice(onlyItem(reservation ?? {}), { purchase });
          return;
        }
      }
      notShown('no offer with date access could be held');
    },
  },
];

export const reservationChecks: readonly Check[] = [...made, ...read, ...refused, ...several];
