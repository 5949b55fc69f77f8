import { holdItems, itemOf, offerOf, orderAndPay } from './buying';
import { rows, seatsOfRow } from './feed';
import type { Storm } from './storm-context';

/** Three people choose the same two seats at the same time; who does not get them takes the best ones of a session. */
export async function wantSameSeats(storm: Storm): Promise<void> {
  const { random, count } = storm;
  const offer = offerOf(storm, ['seat']);
  const wanted = itemOf(storm, offer, 2);
  const [row, first] = [random.pick(rows), random.whole(1, seatsOfRow - 1)];
  const seats = [first, first + 1].map((seat) => `stalls/${row}/${seat}`);
  const ticketSessions = wanted.ticketSessions.map((one) => ({ ...one, seats }));
  await Promise.all(
    [1, 2, 3].map(async () => {
      const chosen = await holdItems(storm, [{ ...wanted, ticketSessions }]);
      count(`seats chosen: ${chosen === null ? 'not held' : 'held'}`);
      const id = chosen ?? (await holdItems(storm, [itemOf(storm, offer, 2)]));
      if (id === null) return;
      const pays = random.chance(0.8);
      count(`seats: ${(await orderAndPay(storm, id, storm.newPerson(), { pays })) ?? 'no answer'}`);
    }),
  );
}
