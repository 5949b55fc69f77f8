import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { comparableCode } from '@/lib/contract/voucher';
import { boundIds, boundRows } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import { compareAmounts } from '@/lib/money/money';
import type { ReservationKey } from '../reservation/reservation-store';
import { expiredUses, readBalances } from '../reservation/voucher-uses';
import type { WholeOrder } from './order-store';

// A gift card is a ticket that admits nobody, and a voucher with the same id, whose code is the reference of the ticket.

/** What a gift card is worth now. */
export interface StoredGiftCard {
  value: string;
  remaining: string;
  validUntil: Date | null;
  disabled: boolean;
}

/** The part of a statement that makes a voucher for each gift card that is ordered; none without gift cards. */
export function insertedGiftCards(catalogId: string, whole: readonly WholeOrder[]): SQL[] {
  const rows = whole
    .filter(({ reservation }) => reservation.giftCard)
    .flatMap(({ order, reservation, tickets }) =>
      tickets.map(({ id, reference }) => ({
        id,
        code: reference,
        comparable: comparableCode(reference),
        value: reservation.unitAmount,
        offer: reservation.offerId,
        reason: order.reference,
        at: order.createdAt,
      })),
    );
  if (rows.length === 0) return [];
  const columns =
    'id uuid, code text, comparable text, value numeric, offer uuid, reason text, at timestamptz';
  return [
    sql`gift_cards as (
      insert into ticketing.voucher (catalog_id, id, code, comparable_code, kind, value, valid_until, disabled,
        actor, reason, created_at, changed_at)
      select ${catalogId}::uuid, one.id, one.code, one.comparable, 'balance', one.value,
        (select (offer.day + 1)::timestamp at time zone catalog.timezone
          from ticketing.offer join ticketing.catalog on catalog.id = offer.catalog_id
          where offer.catalog_id = ${catalogId} and offer.id = one.offer),
        false, 'order', one.reason, one.at, one.at
      from ${boundRows(rows, `one (${columns})`)})`,
  ];
}

const idsOf = ({ tickets }: Pick<WholeOrder, 'tickets'>) => tickets.map(({ id }) => id);

const cardRow = z.object({
  id: z.string(),
  value: z.string(),
  validUntil: z.date().nullable(),
  disabled: z.boolean(),
});

/** The gift cards of an order by the ids of their tickets; an order of other tickets has none, and costs no statement. */
export async function giftCardsOf(
  reader: Reader,
  whole: Pick<WholeOrder, 'reservation' | 'tickets'>,
): Promise<Map<string, StoredGiftCard>> {
  const { giftCard, catalogId } = whole.reservation;
  if (!giftCard) return new Map();
  const ids = idsOf(whole);
  const [cards, balances] = await Promise.all([
    reader.rows(
      cardRow,
      sql`select id, value::text, valid_until as "validUntil", disabled from ticketing.voucher
          where catalog_id = ${catalogId} and id in ${boundIds(ids)}`,
    ),
    readBalances(reader, catalogId, ids, { uses: 'now' }),
  ]);
  return new Map(cards.map(({ id, ...card }) => [id, { ...card, remaining: balances.get(id) ?? '0.00' }]));
}

/**
 * Locks the gift cards of an order until the transaction ends, so that nobody begins to use them. Resolves to the expired
 * reservations that still have them: they may be ordered at this moment, so the caller locks and ends them.
 */
export async function lockGiftCards(
  transaction: Transaction,
  whole: Pick<WholeOrder, 'reservation' | 'tickets'>,
): Promise<ReservationKey[]> {
  const { giftCard, catalogId } = whole.reservation;
  if (!giftCard) return [];
  const ids = idsOf(whole);
  await transaction.run(
    sql`select from ticketing.voucher where catalog_id = ${catalogId} and id in ${boundIds(ids)}
        order by id for update`,
  );
  return expiredUses(transaction, catalogId, ids);
}

/** The tickets of an order whose gift cards are used in part, or wholly: locked, or by the clock of the database. */
export async function usedGiftCards(
  reader: Reader,
  whole: Pick<WholeOrder, 'reservation' | 'tickets'>,
  uses: 'locked' | 'now',
): Promise<ReadonlySet<string>> {
  const { giftCard, catalogId, unitAmount } = whole.reservation;
  if (!giftCard) return new Set();
  const balances = await readBalances(reader, catalogId, idsOf(whole), { uses });
  return new Set([...balances].flatMap(([id, left]) => (compareAmounts(left, unitAmount) < 0 ? [id] : [])));
}

/** Ends locked gift cards, whose tickets are cancelled. */
export async function endGiftCards(
  transaction: Transaction,
  { reservation }: Pick<WholeOrder, 'reservation'>,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  if (!reservation.giftCard) return;
  await transaction.run(
    sql`update ticketing.voucher set disabled = true, actor = 'order', reason = ${reason},
          changed_at = statement_timestamp()
        where catalog_id = ${reservation.catalogId} and id in ${boundIds(ids)}`,
  );
}
