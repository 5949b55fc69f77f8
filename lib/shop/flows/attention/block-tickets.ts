import { ServiceError } from '../../../client/service-error';
import {
  addTickets,
  deleteBlock,
  findBlock,
  insertBlock,
  saveAnswer,
  type BlockAnswer,
} from '../../data/block-store';
import { enqueueGiftChange } from '../../data/gift-mail-store';
import type { Checkout } from '../../rules/checkout';
import { findCheckout } from '../../data/checkout-store';
import { readOrders } from '../../data/order-store';
import type { CheckoutContext } from '../../context';
import { note, noteByStaff } from '../../data/timeline-store';

type Blocking = Pick<CheckoutContext, 'database' | 'client' | 'report'>;

/**
 * Blocks the tickets of a lost dispute: from now on the shop neither shows them nor delivers their documents,
 * and the service is asked to cancel them. The block records what the service did not do; pressing the button
 * again repeats those requests. False when there is no lost dispute.
 */
export async function blockTickets(context: Blocking, checkoutId: string, staff: string): Promise<boolean> {
  const { database } = context;
  const checkout = await findCheckout(database, checkoutId);
  if (checkout === null) return false;
  await database.transaction(async (transaction) => {
    if (await insertBlock(transaction, checkoutId, staff))
      await noteByStaff(transaction, checkoutId, 'tickets_blocked', { staff });
  });
  if ((await findBlock(database, checkoutId)) === null) return false;
  await saved(context, checkoutId, await cancelTickets(context, checkout));
  return true;
}

/**
 * Ends the block. First the service is asked to make the tickets valid again that the block cancelled, so
 * that the shop shows no ticket that the venue refuses. While the service does not answer, the tickets stay
 * blocked and the result is false; also when there is no block.
 */
export async function unblockTickets(context: Blocking, checkoutId: string, staff: string): Promise<boolean> {
  const { database } = context;
  const checkout = await findCheckout(database, checkoutId);
  const block = await findBlock(database, checkoutId);
  if (checkout === null || block === null) return false;
  const answers = await Promise.all(
    block.tickets.map((path) =>
      orFailed(context, checkout, () => context.client.changeItemTicket(path, 'valid', checkout)),
    ),
  );
  const answer = counted('restore', answers);
  if (answer.failed > 0) {
    await saved(context, checkoutId, answer);
    return false;
  }
  return database.transaction(async (transaction) => {
    if (!(await deleteBlock(transaction, checkoutId))) return false;
    const { changed, refused } = answer;
    await noteByStaff(transaction, checkoutId, 'tickets_unblocked', { staff, changed, refused });
    // Meanwhile the person to whom they were given was told of nothing.
    await enqueueGiftChange(transaction, checkoutId);
    return true;
  });
}

type TicketAnswer = 'changed' | 'refused' | 'failed';

async function cancelTickets(context: Blocking, checkout: Checkout): Promise<BlockAnswer> {
  const items = (await readOrders(context.database, checkout.id)).flatMap(({ data }) => data.items);
  // A server with the specification alone has no single tickets to cancel.
  const without = items.filter(({ tickets = [] }) => tickets.length === 0);
  const untold = without.reduce((sum, { quantity, offerTickets }) => sum + quantity * offerTickets.length, 0);
  const paths = items.flatMap(({ tickets = [] }) => tickets);
  const read = await Promise.all(
    paths.map(async (path) => {
      const found = await orFailed(context, checkout, () => context.client.getItemTicket(path, checkout));
      if (found === 'failed') return { path, status: found };
      return { path, status: found.kind === 'found' ? found.value.status : 'missing' };
    }),
  );
  const valid = read.filter(({ status }) => status === 'valid').map(({ path }) => path);
  await context.database.transaction((transaction) => addTickets(transaction, checkout.id, valid));
  const answers = await Promise.all(
    read.map(async ({ path, status }): Promise<TicketAnswer> => {
      if (status === 'cancelled') return 'changed';
      if (status !== 'valid') return status === 'failed' ? 'failed' : 'refused';
      return orFailed(context, checkout, () => context.client.changeItemTicket(path, 'cancelled', checkout));
    }),
  );
  const answer = counted('cancel', answers);
  return { ...answer, refused: answer.refused + untold };
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
