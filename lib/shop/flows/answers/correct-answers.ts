import { eq } from 'drizzle-orm';
import type { FormField } from '../../../contract/form';
import { areSameAnswers } from '../../../contract/item-ticket';
import type { Language } from '../../../locale/languages';
import { keyedItems, readQuestions } from './questions';
import { unitsOfItem } from './send-answers';
import type { CheckoutContext } from '../../context';
import { lockCheckout } from '../../data/checkout-store';
import { checkoutTable } from '../../tables/checkout-table';
import type { UnitAnswers } from '../../values/checkout-values';
import { readHolds } from '../../data/hold-store';
import { noteByStaff } from '../../data/timeline-store';
import { type CorrectionAnswer, findCorrectable, type NoTicket } from './correct-holder';
import { readOrders } from '../../data/order-store';

type Correcting = Pick<CheckoutContext, 'database' | 'client'>;
type Answers = UnitAnswers['answers'];

/** What an issuer asks for a ticket, and what was answered. */
export interface TicketQuestions {
  /** Of the item in the checkout. */
  readonly key: string;
  /** Counted from 0. The tickets of a unit, as of a combined offer, have the same answers. */
  readonly unit: number;
  readonly paths: readonly string[];
  readonly fields: readonly FormField[];
  readonly answers: Answers;
}

/** The questions of a valid ticket, in the language; null: it has none. Throws a ServiceError. */
export async function findTicketQuestions(
  context: Correcting,
  { checkoutId, ticketId }: { checkoutId: string; ticketId: string },
  language: Language,
): Promise<TicketQuestions | NoTicket | null> {
  const found = await findCorrectable(context, checkoutId, ticketId);
  if (typeof found === 'string') return found;
  const { path, ticket } = found;
  const [orders, holds] = await Promise.all([
    readOrders(context.database, checkoutId),
    readHolds(context.database, checkoutId),
  ]);
  const own = keyedItems(holds).flatMap((keyed) => {
    const order = orders.find(({ reservationId }) => reservationId === keyed.hold.reservationId);
    const paths = order?.data.items[keyed.position]?.tickets ?? [];
    return paths.includes(path) ? [{ ...keyed, paths }] : [];
  })[0];
  if (own === undefined) return null;
  const asked = (await readQuestions(context, [own.hold], language)).find(
    ({ position }) => position === own.position,
  );
  if (asked === undefined) return null;
  const units = await unitsOfItem(context, own.item, own.paths, language);
  const unit = units.findIndex((paths) => paths.includes(path));
  const { key } = own;
  return { key, unit, paths: units[unit] ?? [path], fields: asked.fields, answers: ticket.answers };
}

/**
 * Replaces the answers of a ticket that was just `found`, and of the others of its unit, at the service, which renders the documents again. It is
 * recorded before it is requested, without the answers. Throws a ServiceError: a repetition is safe.
 */
export async function correctAnswers(
  context: Correcting,
  { checkoutId, ticketId, staff }: { checkoutId: string; ticketId: string; staff: string },
  found: TicketQuestions,
  answers: Answers,
): Promise<Exclude<CorrectionAnswer, NoTicket>> {
  if (areSameAnswers(found.answers, answers)) return 'unchanged';
  const { database, client } = context;
  const record = (what: 'answers_correction' | 'ticket_correction_refused') =>
    database.transaction((transaction) =>
      noteByStaff(transaction, checkoutId, what, { staff, ticket: ticketId }),
    );
  await record('answers_correction');
  for (const path of found.paths) {
    if ((await client.answerItemTicket(path, answers, { language: 'en' })) === 'saved') continue;
    await record('ticket_correction_refused');
    return 'refused';
  }
  await keepAnswers(context, checkoutId, { item: found.key, unit: found.unit, answers });
  return 'corrected';
}

/** What was typed at the purchase may still have to be sent, and is exported with a person's data. */
function keepAnswers({ database }: Correcting, checkoutId: string, unit: UnitAnswers): Promise<void> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout === null || checkout.customer === null) return;
    const others = (checkout.answers ?? []).filter((one) => one.item !== unit.item || one.unit !== unit.unit);
    await transaction.db
      .update(checkoutTable)
      .set({ answers: [...others, unit] })
      .where(eq(checkoutTable.id, checkoutId));
  });
}
