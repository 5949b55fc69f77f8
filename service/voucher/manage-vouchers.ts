import { comparableCode, fixedMembers, type VoucherInput, type VoucherPatch } from '@/lib/contract/voucher';
import type { Database, Reader } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { requiredOwnCatalog } from '../administration/own-catalog';
import { productAt } from '../administration/subject';
import { InvalidRequest, notFound, type Violation } from '../http/problem';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { type VoucherResource, voucherResource } from './voucher-resource';
import {
  findVoucher,
  insertVoucher,
  lockVoucher,
  pageOfVouchers,
  soldBalances,
  type StoredVoucher,
  updateVoucher,
  countUses,
} from './voucher-store';

/** GET /v1/ticketing/catalogs/{catalogId}/vouchers: the vouchers of an own catalogue that are of no batch, with their uses. */
export async function listVouchers({ database }: ReadContext, call: Call<'catalogId'>) {
  const { id } = await requiredOwnCatalog(database, call);
  const { total, vouchers } = await pageOfVouchers(database, id, call.page);
  const uses = await countUses(
    database,
    id,
    vouchers.map((voucher) => voucher.id),
  );
  const balances = await soldBalances(database, vouchers);
  return {
    totalItems: total,
    member: vouchers.map((one) => voucherResource(one, uses.get(one.id), balances.get(one.id))),
  };
}

/** GET …/vouchers/{id} */
export async function getVoucher(
  { database }: ReadContext,
  call: Call<'catalogId' | 'id'>,
): Promise<VoucherResource> {
  const { id: catalogId } = await requiredOwnCatalog(database, call);
  const { id } = call.params;
  const voucher = await findVoucher(database, catalogId, id);
  if (voucher === null) throw notFound();
  return withUses(database, voucher);
}

async function withUses(reader: Reader, voucher: StoredVoucher): Promise<VoucherResource> {
  const { catalogId, id } = voucher;
  const [uses, balances] = await Promise.all([
    countUses(reader, catalogId, [id]),
    soldBalances(reader, [voucher]),
  ]);
  return voucherResource(voucher, uses.get(id), balances.get(id));
}

/** POST …/vouchers: a new code. 422 if the catalogue has it already, or a product is not of the catalogue. */
export async function createVoucher(
  { database, newId }: { database: Database; newId: () => string },
  call: Call<'catalogId', unknown, VoucherInput>,
): Promise<VoucherResource> {
  const { body } = call;
  const voucher = await database.transaction(async (transaction) => {
    const { id: catalogId } = await requiredOwnCatalog(transaction, call);
    const now = await databaseNow(transaction);
    const made: StoredVoucher = {
      id: newId(),
      catalogId,
      code: body.code,
      comparableCode: comparableCode(body.code),
      kind: body.kind,
      value: body.value,
      disabled: false,
      batchId: null,
      complimentary: body.complimentary ?? false,
      products: await productIds(transaction, catalogId, body.products ?? null),
      ...limitsOf(body, { validFrom: null, validUntil: null, maximumUses: null, minimumAmount: null }),
      actor: body.actor,
      reason: body.reason,
      createdAt: now,
      changedAt: now,
    };
    checkPeriod(made);
    if (!(await insertVoucher(transaction, made))) {
      throw new InvalidRequest([{ path: 'code', code: 'unique', messageKey: 'voucherExists' }]);
    }
    return made;
  });
  return voucherResource(voucher, undefined, undefined);
}

/**
 * PATCH …/vouchers/{id}: other limits, or disabled. Reservations that are held keep their discount, as they keep their
 * price; fewer uses than there are mean that it is used up. 422 for what can't be changed, such as the code.
 */
export async function changeVoucher(
  { database }: { database: Database },
  call: Call<'catalogId' | 'id', unknown, VoucherPatch>,
): Promise<VoucherResource> {
  const { body, params } = call;
  return database.transaction(async (transaction) => {
    const { id: catalogId } = await requiredOwnCatalog(transaction, call);
    const before = await lockVoucher(transaction, catalogId, { id: params.id });
    if (before === null) throw notFound();
    checkFixed(body);
    checkUnchanged(before, body);
    await checkNotCancelled(transaction, before, body);
    const changed: StoredVoucher = {
      ...before,
      ...limitsOf(body, before),
      disabled: body.disabled ?? before.disabled,
      actor: body.actor,
      reason: body.reason,
      changedAt: await databaseNow(transaction),
    };
    checkPeriod(changed);
    await updateVoucher(transaction, changed);
    return withUses(transaction, changed);
  });
}

type Limits = Pick<StoredVoucher, 'validFrom' | 'validUntil' | 'maximumUses' | 'minimumAmount'>;

/** What is left out stays as it was. */
function limitsOf(
  { validFrom, validUntil, maximumUses, minimumAmountInclTax }: VoucherPatch,
  before: Limits,
): Limits {
  return {
    validFrom: validFrom === undefined ? before.validFrom : momentOf(validFrom),
    validUntil: validUntil === undefined ? before.validUntil : momentOf(validUntil),
    maximumUses: maximumUses === undefined ? before.maximumUses : maximumUses,
    minimumAmount: minimumAmountInclTax === undefined ? before.minimumAmount : minimumAmountInclTax,
  };
}

export const momentOf = (value: string | null) => (value === null ? null : new Date(value));

function checkFixed(patch: VoucherPatch): void {
  const violations = fixedMembers.flatMap((path): Violation[] =>
    patch[path] === undefined ? [] : [{ path, code: 'regex', messageKey: 'voucherFixed' }],
  );
  if (violations.length > 0) throw new InvalidRequest(violations);
}

/** Who read the voucher before another change would undo that change without knowing it. */
function checkUnchanged({ changedAt }: StoredVoucher, { unchangedSince }: VoucherPatch): void {
  if (unchangedSince === undefined || changedAt.getTime() <= Date.parse(unchangedSince)) return;
  throw new InvalidRequest([{ path: 'unchangedSince', code: 'choice', messageKey: 'voucherChanged' }]);
}

/** The price of a gift card that was cancelled is given back. */
async function checkNotCancelled(
  reader: Reader,
  voucher: StoredVoucher,
  { disabled }: VoucherPatch,
): Promise<void> {
  if (disabled !== false) return;
  const sale = (await soldBalances(reader, [voucher])).get(voucher.id);
  if (sale?.cancelled !== true) return;
  throw new InvalidRequest([{ path: 'disabled', code: 'choice', messageKey: 'ticketCancelled' }]);
}

/** Throws 422 for a period that ends before it begins. */
export function checkPeriod({ validFrom, validUntil }: Pick<Limits, 'validFrom' | 'validUntil'>): void {
  if (validFrom === null || validUntil === null || validFrom < validUntil) return;
  throw new InvalidRequest([{ path: 'validUntil', code: 'choice', messageKey: 'voucherPeriod' }]);
}

/** The ids of products of the catalogue, by their paths. Throws 422 for others. */
export async function productIds(
  reader: Reader,
  catalogId: string,
  paths: readonly string[] | null,
): Promise<string[] | null> {
  if (paths === null) return null;
  const found = await Promise.all(paths.map((path) => productAt(reader, catalogId, path)));
  const violations = found.flatMap((one, i): Violation[] =>
    one === null ? [{ path: `products[${i}]`, code: 'regex', messageKey: 'unknownSubject' }] : [],
  );
  if (violations.length > 0) throw new InvalidRequest(violations);
  return [...new Set(found.flatMap((one) => one?.id ?? []))];
}
