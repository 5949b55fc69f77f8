import type { CheckoutContext } from '../../context';
import { type ItemQuestions, type KeyedItem, keyedItems, readQuestions } from '../answers/questions';
import type { RequestedItem } from '../../rules/requested-items';
import type { Checkout, Holds } from '../../rules/checkout';
import type { UnitAnswers } from '../../values/checkout-values';
import { readHolds } from '../../data/hold-store';
import type { ItemToRebook } from '../../rules/tickets-to-rebook';

interface Carried {
  /** The purchase with the answers. */
  earlier: Pick<Checkout, 'id' | 'answers' | 'language'>;
  /** What of it was ordered together. */
  reservationId: string;
  items: readonly ItemToRebook[];
  /** What was requested instead of each of the items. */
  requests: readonly RequestedItem[];
  /** What is held for them. */
  holds: Holds;
}

/**
 * The answers to the questions of issuers, as those of the new booking. Null: one that is required is missing. Throws a
 * ServiceError.
 */
export async function carryAnswers(
  context: Pick<CheckoutContext, 'client' | 'database'>,
  { earlier, reservationId, items, requests, holds }: Carried,
): Promise<UnitAnswers[] | null> {
  const before = keyedItems(await readHolds(context.database, earlier.id));
  const left = keyedItems(holds);
  const answers = items.flatMap(({ position, units }, index): UnitAnswers[] => {
    const old = before.find((one) => one.hold.reservationId === reservationId && one.position === position);
    const item = takeItem(left, requests[index]);
    return units.flatMap((unit, newUnit) => {
      const own = (earlier.answers ?? []).find((one) => one.item === old?.key && one.unit === unit);
      return own === undefined || item === null ? [] : { ...own, item: item.key, unit: newUnit };
    });
  });
  const questions = await readQuestions(context, holds, earlier.language);
  return questions.every((one) => isAnswered(one, answers)) ? answers : null;
}

const sessionsOf = (tickets: readonly { session?: string | null | undefined }[]): string =>
  JSON.stringify(tickets.map(({ session }) => session ?? null).toSorted());

/** Takes what is held for a request from the list. The service may name the tickets of an offer in another order. */
function takeItem(left: KeyedItem[], request: RequestedItem | undefined): KeyedItem | null {
  const index = left.findIndex(
    ({ item }) =>
      item.offer === request?.offer &&
      item.quantity === request.quantity &&
      sessionsOf(item.offerTickets) === sessionsOf(request.ticketSessions),
  );
  return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
}

function isAnswered({ key, quantity, fields }: ItemQuestions, answers: readonly UnitAnswers[]): boolean {
  const required = fields.filter((field) => field.required);
  return Array.from({ length: quantity }, (_, unit) => unit).every((unit) => {
    const given = answers.find((one) => one.item === key && one.unit === unit)?.answers ?? [];
    return required.every(({ code }) => given.some(({ field }) => field === code));
  });
}
