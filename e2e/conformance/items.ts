import type { z } from 'zod';
import type { Holding } from './booking';
import { expectSame, expectShape, expectSuccess, expectThat, notShown } from './expect';
import * as shapes from './shapes';
import { amountOf, arrayOf, centsOf, type Json, objectOf, pathOf, textOf } from './values';
import { readEnds, type World } from './world';

/** The only item of a reservation of one item. */
export function onlyItem(reservation: Json): Json {
  const items = arrayOf(reservation['items']);
  expectThat(items.length === 1, 'one item, as asked for', items.length);
  return objectOf(items[0]);
}

/** Unit price times quantity is the total of the line, and the lines add up, to the cent. */
export function expectExactTotals(resource: Json): void {
  const lines = arrayOf(resource['items']).map((one) => {
    const item = objectOf(one);
    const unit = centsOf(item['unitAmountInclTax']);
    expectThat(unit !== null, 'unitAmountInclTax, a decimal with two places', item['unitAmountInclTax']);
    const total = unit * Number(item['quantity']);
    expectSame(
      item['totalAmountInclTax'],
      amountOf(total),
      'totalAmountInclTax of the item, unit × quantity',
    );
    return total;
  });
  const sum = lines.reduce((a, b) => a + b, 0);
  expectSame(resource['totalAmountInclTax'], amountOf(sum), 'totalAmountInclTax, the sum of the items');
}

/** The requested tickets and sessions; without a session if the ticket has date access. */
export function expectChoice(item: Json, { purchase }: Pick<Holding, 'purchase'>): void {
  const choice = arrayOf(item['offerTickets']).map((one) => {
    const { ticket, session } = objectOf(one);
    return session === undefined ? { ticket } : { ticket, session };
  });
  const byTicket = (list: { ticket?: unknown }[]) =>
    [...list].sort((a, b) => (textOf(a.ticket) < textOf(b.ticket) ? -1 : 1));
  expectSame(byTicket(choice), byTicket(purchase.choice), 'offerTickets, as chosen');
}

/** Every reference of an item can be read. */
export async function expectReferences(world: World, item: Json): Promise<void> {
  const tickets = arrayOf(item['offerTickets']).map(objectOf);
  const paths = [
    item['offer'],
    item['product'],
    ...tickets.flatMap(({ ticket, session }) => (session === undefined ? [ticket] : [ticket, session])),
  ];
  for (const path of paths) expectSuccess(await world.probe.get(expectShape(shapes.path, path, 'a path')));
}

/** The list contains it, and all its members have the right shape. */
export async function expectListed(
  world: World,
  list: string,
  path: string,
  shape: z.ZodType,
): Promise<void> {
  const { members, complete } = await readEnds(world.probe, list);
  for (const one of members) expectShape(shape, one, `a member of ${list}`);
  const paths = members.map(pathOf);
  if (!complete && !paths.includes(path)) notShown(`${list} is too long, and it is at neither end`);
  expectThat(paths.includes(path), path, paths.slice(0, 5));
}
