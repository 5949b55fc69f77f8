import {
  type ApplyVoucherInput,
  comparableCode,
  type RemoveVoucherInput,
  type UnchangedReason,
  type VoucherRefusal,
} from '@/lib/contract/voucher';
import type { Database, Transaction } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { compareAmounts, formatAmount, sumAmounts } from '@/lib/money/money';
import { Localized, type Result } from '../http/answer';
import { InvalidRequest, type Violation } from '../http/problem';
import type { Call } from '../http/route';
import { serviceMessage } from '../http/service-message';
import type { StoredReservation } from '../reservation/reservation';
import type { VoucherUse } from '../reservation/reservation-table';
import { reservationIds, unknownReservation } from '../reservation/reservation-paths';
import { findReservation, keyText, lockReservations } from '../reservation/reservation-store';
import { endExpired, expiredUses, readBalances } from '../reservation/voucher-uses';
import { eligible, isApplied, isBelowMinimum, findRefusal, remainingOf } from './decide-voucher';
import { discountsOf } from './discounts';
import { readReplacedUse, replacedDiscounts, type ReplacedUse } from './replaced-use';
import { type VoucherResult, voucherResult } from './voucher-resource';
import { lockVoucher, otherUses, setVouchers, type StoredVoucher } from './voucher-store';

interface VoucherContext {
  database: Database;
  newId: () => string;
}

/** The reservations as they are after a call, and why it changed nothing. */
interface Outcome {
  reservations: StoredReservation[];
  refusal: UnchangedReason | null;
  /** The minimum of the voucher, if the purchase is below it. */
  minimumAmount?: string | null;
}

/**
 * POST /v1/booking/reservations/_apply-voucher: applies a code to all reservations of a purchase, as one use. It replaces
 * another code. A repetition changes nothing, and the same code for other reservations of the purchase is computed again.
 * The answer tells a code that can't be used, and reservations that were changed since the client has read them. 422 if
 * a reservation is not held, or is of another catalogue.
 */
export async function applyVoucher(
  { database, newId }: VoucherContext,
  call: Call<never, unknown, ApplyVoucherInput>,
): Promise<Result<VoucherResult>> {
  const outcome = await change(database, call, (transaction, found) =>
    applyUnderLocks(transaction, found, call.body, newId),
  );
  return answerOf(newId(), call, outcome);
}

function answerOf(
  id: string,
  { acceptLanguage }: Pick<Call, 'acceptLanguage'>,
  { reservations, refusal, minimumAmount = null }: Outcome,
): Result<VoucherResult> {
  const language = preferredLanguage(acceptLanguage);
  if (refusal === null) return voucherResult(id, reservations, null, language);
  const detail = minimumAmount === null ? '' : formatAmount(minimumAmount, language);
  const message = serviceMessage(`voucherRefusal.${refusal}`, language, detail);
  return new Localized(
    voucherResult(id, reservations, { refusal, message, minimumAmount }, language),
    language,
  );
}

/** POST /v1/booking/reservations/_remove-voucher: the reservations cost again what they cost without a voucher. */
export async function removeVoucher(
  { database, newId }: VoucherContext,
  call: Call<never, unknown, RemoveVoucherInput>,
): Promise<Result<VoucherResult>> {
  const outcome = await change(database, call, async (transaction, found) => {
    const held = await lockHeld(transaction, found);
    if (isChanged(held, call.body)) return { refusal: 'CHANGED', reservations: held };
    return { refusal: null, reservations: await write(transaction, found, held, noVouchers) };
  });
  return answerOf(newId(), call, outcome);
}

interface Found {
  organizationId: string;
  ids: string[];
  catalogId: string;
}

async function change(
  database: Database,
  { body, principal }: Call<never, unknown, RemoveVoucherInput>,
  work: (transaction: Transaction, found: Found) => Promise<Outcome>,
): Promise<Outcome> {
  const ids = reservationIds(body.reservations);
  const organizationId = principal.organization.id;
  return database.transaction(async (transaction) =>
    work(transaction, {
      organizationId,
      ids,
      catalogId: await readCatalogId(transaction, organizationId, ids),
    }),
  );
}

/** The catalogue of reservations, which never changes, so it is read without a lock. */
async function readCatalogId(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<string> {
  const found = await Promise.all(ids.map((id) => findReservation(transaction, organizationId, id)));
  const [first] = found;
  const violations = found.flatMap((one, i): Violation[] => {
    if (one === null) return [unknownReservation(i)];
    if (first === undefined || first === null || one.catalogId === first.catalogId) return [];
    return [{ path: `reservations[${i}]`, code: 'choice', messageKey: 'otherCatalog' }];
  });
  if (first === undefined || first === null || violations.length > 0) throw new InvalidRequest(violations);
  return first.catalogId;
}

/**
 * Concurrency guarantee: the voucher is locked first, then reservations by id, so that uses are counted by one call at a
 * time. A reservation that has expired is locked too before its use returns, because it may be ordered at this moment.
 */
async function applyUnderLocks(
  transaction: Transaction,
  found: Found,
  { code, versions, replaces = [], complimentary = false }: ApplyVoucherInput,
  newId: () => string,
): Promise<Outcome> {
  const { organizationId, ids, catalogId } = found;
  const stored = await lockVoucher(transaction, catalogId, { comparableCode: comparableCode(code) });
  const expired = stored === null ? [] : await expiredUses(transaction, catalogId, [stored.id]);
  const others = expired.filter((one) => one.organizationId !== organizationId || !ids.includes(one.id));
  const held = await lockHeld(transaction, found, others);
  if (isChanged(held, { versions })) return { reservations: held, refusal: 'CHANGED' };
  if (stored === null) return { reservations: held, refusal: 'UNKNOWN' };
  const voucher = await withBalance(transaction, stored, ids);
  const replaced = await readReplacedUse(transaction, found, voucher, replaces);
  if (replaced !== null) return continueUse(transaction, found, { voucher, held, replaced });
  // Staff give tickets with it: who only knows the code can't.
  if (stored.complimentary && !complimentary) return { reservations: held, refusal: 'UNKNOWN' };
  // Of a purchase that had the voucher, reservations may have been released.
  const isLess = isBelowMinimum(voucher, held);
  if (isApplied(voucher, held) && !isLess)
    return { reservations: await write(transaction, found, held, again(voucher, held)), refusal: null };
  const [now, uses] = await Promise.all([databaseNow(transaction), otherUses(transaction, voucher, ids)]);
  const refusal = findRefusal(voucher, held, { now, otherUses: uses });
  if (refusal !== null) {
    const minimumAmount = refusal === 'BELOW_MINIMUM' ? voucher.minimumAmount : null;
    return { reservations: held, refusal, minimumAmount };
  }
  const changed = withVoucher(voucher, held, newId());
  return { reservations: await write(transaction, found, held, changed), refusal: null };
}

/** The voucher; a balance with what the reservations of others have left of it. */
async function withBalance(
  transaction: Transaction,
  voucher: StoredVoucher,
  ids: readonly string[],
): Promise<StoredVoucher> {
  if (voucher.kind !== 'balance') return voucher;
  const { catalogId, id } = voucher;
  const left = await readBalances(transaction, catalogId, [id], { uses: 'locked', except: ids });
  return { ...voucher, value: left.get(id) ?? '0.00' };
}

/**
 * A balance as the exchange finds it: with what the replaced tickets give back in the step in which these are ordered; of one
 * that can't be used for others any more, this alone.
 */
function withReplaced(
  voucher: StoredVoucher,
  { discount }: ReplacedUse,
  refusal: VoucherRefusal | null,
): StoredVoucher {
  if (voucher.kind !== 'balance') return voucher;
  // Two windows may hold what is given back once; only one of them can be ordered.
  const isOver = (refusal !== null && refusal !== 'USED_UP') || compareAmounts(voucher.value, '0.00') < 0;
  return { ...voucher, value: isOver ? discount : sumAmounts([voucher.value, discount]) };
}

/** The reservations have the discount of the tickets that they replace: one use, whatever has become of the voucher since. */
async function continueUse(
  transaction: Transaction,
  found: Found,
  { voucher, held, replaced }: { voucher: StoredVoucher; held: StoredReservation[]; replaced: ReplacedUse },
): Promise<Outcome> {
  const { use, tickets } = replaced;
  const now = await databaseNow(transaction);
  const refusal = findRefusal(voucher, held, { now, otherUses: 0 });
  if (refusal === 'NOT_FOR_PRODUCTS') return { reservations: held, refusal };
  const own = withReplaced(voucher, replaced, refusal);
  // Of a voucher whose uses are counted, one use is no discount for more tickets than it was.
  const isLimited = refusal !== null || voucher.maximumUses !== null;
  const discounts = replacedDiscounts(own, eligible(own, held), replaced, isLimited);
  const changed = withDiscounts(own, held, { use, discounts, replaces: tickets });
  return { reservations: await write(transaction, found, held, changed), refusal: null };
}

/** Locks reservations that are held, in the order of `ids`, and ends `others` that have expired. Throws 422. */
async function lockHeld(
  transaction: Transaction,
  { organizationId, ids, catalogId }: Found,
  others: readonly { organizationId: string; id: string }[] = [],
): Promise<StoredReservation[]> {
  const own = ids.map((id) => ({ organizationId, id }));
  const locked = await lockReservations(transaction, [...own, ...others]);
  const ended = others.filter((key) => locked.get(keyText(key))?.expired === true);
  await endExpired(
    transaction,
    catalogId,
    ended.map(({ id }) => id),
  );
  const held = own.map((key) => locked.get(keyText(key)));
  const violations = held.flatMap((one, i): Violation[] => {
    if (one === undefined) return [unknownReservation(i)];
    if (one.orderId !== null) return [{ path: `reservations[${i}].order`, code: 'isNull' }];
    return one.expired ? [{ path: `reservations[${i}].expired`, code: 'isFalse' }] : [];
  });
  if (violations.length > 0) throw new InvalidRequest(violations);
  return held.filter((one) => one !== undefined);
}

/** Whether a reservation is not as the client has read it. Without versions the client does not say what it has read. */
function isChanged(held: readonly StoredReservation[], { versions }: Pick<RemoveVoucherInput, 'versions'>) {
  return versions !== undefined && held.some(({ version }, index) => version !== versions[index]);
}

type Vouchers = ReadonlyMap<string, Pick<StoredReservation, 'voucherId' | 'voucher'>>;

const noVouchers: Vouchers = new Map();

/** Written again, so that a request that was sent before is too late. */
function again(voucher: StoredVoucher, held: readonly StoredReservation[]): Vouchers {
  const use = held.find((one) => one.voucher !== null)?.voucher?.use;
  if (use === undefined) throw new Error(`the voucher ${voucher.id} is not applied`);
  return withVoucher(voucher, held, use);
}

function withVoucher(voucher: StoredVoucher, held: readonly StoredReservation[], use: string): Vouchers {
  return withDiscounts(voucher, held, { use, discounts: discountsOf(voucher, eligible(voucher, held)) });
}

function withDiscounts(
  voucher: StoredVoucher,
  held: readonly StoredReservation[],
  { discounts, ...use }: Pick<VoucherUse, 'use' | 'replaces'> & { discounts: ReadonlyMap<string, string[]> },
): Vouchers {
  const remaining = remainingOf(voucher, held);
  const more = {
    ...(remaining === null ? {} : { remaining }),
    ...(voucher.complimentary ? { complimentary: true as const } : {}),
  };
  return new Map(
    [...discounts].map(([id, each]) => [
      id,
      { voucherId: voucher.id, voucher: { ...use, code: voucher.code, discounts: each, ...more } },
    ]),
  );
}

async function write(
  transaction: Transaction,
  { catalogId }: Found,
  held: readonly StoredReservation[],
  vouchers: Vouchers,
): Promise<StoredReservation[]> {
  const changed = held.map((one) => {
    const { voucherId, voucher } = vouchers.get(one.id) ?? { voucherId: null, voucher: null };
    return { ...one, voucherId, voucher, version: one.version + 1 };
  });
  await setVouchers(
    transaction,
    catalogId,
    changed.map(({ id, voucherId, voucher }) => ({ id, voucherId, voucher })),
  );
  return changed;
}
