import { ServiceError } from '../client/service-error';
import { addTickets, deleteBlock, findBlock, insertBlock, saveAnswer, type BlockAnswer } from './block-store';
import type { Checkout } from './checkout';
import { findCheckout } from './checkout-store';
import { readOrders } from './order-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

type Blocking = Pick<Rooms, 'database' | 'client' | 'report'>;

/**
 * Blocks the tickets of a lost dispute: the shop neither shows them nor gives their documents out from now on, and the
 * service is asked to cancel them. What the service did not do stands at the block; pressing the button again asks it
 * again. False where there is no lost dispute.
 */
export async function blockTickets(rooms: Blocking, checkoutId: string, staff: string): Promise<boolean> {
  const { database } = rooms;
  const checkout = await findCheckout(database, checkoutId);
  if (checkout === null) return false;
  await database.transaction(async (transaction) => {
    if (await insertBlock(transaction, checkoutId, staff))
      await note(transaction, checkoutId, 'tickets_blocked', { by: 'staff', staff });
  });
  if ((await findBlock(database, checkoutId)) === null) return false;
  await saved(rooms, checkoutId, await cancelTickets(rooms, checkout));
  return true;
}

/**
 * Ends the block: first the service is asked to make valid again what the block cancelled there, so that no ticket is
 * shown that the venue refuses. While it does not answer, the tickets stay blocked; false then, and where there is no
 * block.
 */
export async function unblockTickets(rooms: Blocking, checkoutId: string, staff: string): Promise<boolean> {
  const { database } = rooms;
  const checkout = await findCheckout(database, checkoutId);
  const block = await findBlock(database, checkoutId);
  if (checkout === null || block === null) return false;
  const answers = await Promise.all(
    block.tickets.map((path) =>
      orFailed(rooms, checkout, () => rooms.client.changeItemTicket(path, 'valid', checkout)),
    ),
  );
  const answer = counted('restore', answers);
  if (answer.failed > 0) {
    await saved(rooms, checkoutId, answer);
    return false;
  }
  return database.transaction(async (transaction) => {
    if (!(await deleteBlock(transaction, checkoutId))) return false;
    const { changed, refused } = answer;
    await note(transaction, checkoutId, 'tickets_unblocked', { by: 'staff', staff, changed, refused });
    return true;
  });
}

type TicketAnswer = 'changed' | 'refused' | 'failed';

async function cancelTickets(rooms: Blocking, checkout: Checkout): Promise<BlockAnswer> {
  const items = (await readOrders(rooms.database, checkout.id)).flatMap(({ data }) => data.items);
  // A server of the specification alone has no single tickets that could be cancelled.
  const without = items.filter(({ tickets = [] }) => tickets.length === 0);
  const untold = without.reduce((sum, { quantity, offerTickets }) => sum + quantity * offerTickets.length, 0);
  const read = await Promise.all(
    items
      .flatMap(({ tickets = [] }) => tickets)
      .map(async (path) => ({ path, status: await statusOf(rooms, checkout, path) })),
  );
  const valid = read.filter(({ status }) => status === 'valid').map(({ path }) => path);
  await rooms.database.transaction((transaction) => addTickets(transaction, checkout.id, valid));
  const answers = await Promise.all(
    read.map(async ({ path, status }): Promise<TicketAnswer> => {
      if (status === 'cancelled') return 'changed';
      if (status !== 'valid') return status === 'failed' ? 'failed' : 'refused';
      return orFailed(rooms, checkout, () => rooms.client.changeItemTicket(path, 'cancelled', checkout));
    }),
  );
  const answer = counted('cancel', answers);
  return { ...answer, refused: answer.refused + untold };
}

async function statusOf(
  rooms: Blocking,
  checkout: Checkout,
  path: string,
): Promise<'valid' | 'redeemed' | 'cancelled' | 'missing' | 'failed'> {
  const found = await orFailed(rooms, checkout, () => rooms.client.getItemTicket(path, checkout));
  if (found === 'failed') return found;
  return found.kind === 'found' ? found.value.status : 'missing';
}

async function orFailed<Answer>(
  { report }: Blocking,
  { id }: Pick<Checkout, 'id'>,
  ask: () => Promise<Answer>,
): Promise<Answer | 'failed'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'the service could not be asked about a ticket', { checkout: id, reason: error.reason });
    return 'failed';
  }
}

function counted(asked: BlockAnswer['asked'], answers: readonly TicketAnswer[]): BlockAnswer {
  const count = (one: TicketAnswer) => answers.filter((answer) => answer === one).length;
  return { asked, changed: count('changed'), refused: count('refused'), failed: count('failed') };
}

async function saved({ database }: Blocking, checkoutId: string, answer: BlockAnswer): Promise<void> {
  await database.transaction(async (transaction) => {
    await saveAnswer(transaction, checkoutId, answer);
    await note(transaction, checkoutId, 'tickets_asked', { ...answer });
  });
}
