import { comparableCode } from '@/lib/contract/voucher';
import type { VoucherBatchInput, VoucherBatchPatch } from '@/lib/contract/voucher-batch';
import type { Database, Reader } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { requiredOwnCatalog } from '../administration/own-catalog';
import type { ReadContext } from '../catalog/known-catalogs';
import { InvalidRequest, notFound } from '../http/problem';
import type { Call } from '../http/route';
import { newReference } from '../order/order';
import { type BatchResource, batchResource } from './batch-resource';
import {
  countUsedCodes,
  disableCodes,
  findBatch,
  insertBatch,
  insertCodes,
  ordersOfCodes,
  pageOfBatches,
  pageOfCodes,
  type StoredBatch,
} from './batch-store';
import { checkPeriod, momentOf, productIds } from './manage-vouchers';
import { voucherResource } from './voucher-resource';
import { countUses } from './voucher-store';

/** GET /v1/ticketing/catalogs/{catalogId}/voucher_batches: the batches of an own catalogue, with how many codes are used. */
export async function listVoucherBatches({ database }: ReadContext, call: Call<'catalogId'>) {
  const { id } = await requiredOwnCatalog(database, call);
  const { total, batches } = await pageOfBatches(database, id, call.page);
  const ids = batches.map((batch) => batch.id);
  const used = await countUsedCodes(database, id, ids);
  return { totalItems: total, member: batches.map((one) => batchResource(one, used.get(one.id))) };
}

/** GET …/voucher_batches/{id} */
export async function getVoucherBatch(
  { database }: ReadContext,
  call: Call<'catalogId' | 'id'>,
): Promise<BatchResource> {
  return withUses(database, await requiredBatch(database, call));
}

/** GET …/voucher_batches/{id}/vouchers: the codes of a batch, each with its use. */
export async function listBatchVouchers({ database }: ReadContext, call: Call<'catalogId' | 'id'>) {
  const batch = await requiredBatch(database, call);
  const { total, vouchers } = await pageOfCodes(database, batch, call.page);
  const ids = vouchers.map(({ id }) => id);
  const [uses, orders] = await Promise.all([
    countUses(database, batch.catalogId, ids),
    ordersOfCodes(database, batch.catalogId, ids),
  ]);
  return {
    totalItems: total,
    member: vouchers.map((one) => voucherResource(one, uses.get(one.id), undefined, orders.get(one.id))),
  };
}

async function requiredBatch(
  reader: Reader,
  call: Call<'catalogId' | 'id'>,
  lock = false,
): Promise<StoredBatch> {
  const { id: catalogId } = await requiredOwnCatalog(reader, call);
  const batch = await findBatch(reader, catalogId, call.params.id, lock);
  if (batch === null) throw notFound();
  return batch;
}

async function withUses(reader: Reader, batch: StoredBatch): Promise<BatchResource> {
  const used = await countUsedCodes(reader, batch.catalogId, [batch.id]);
  return batchResource(batch, used.get(batch.id));
}

/** POST …/voucher_batches: new codes. 422 if the catalogue has a batch of this name, or a product is not of the catalogue. */
export async function createVoucherBatch(
  { database, newId }: { database: Database; newId: () => string },
  call: Call<'catalogId', unknown, VoucherBatchInput>,
): Promise<BatchResource> {
  const { body } = call;
  const prefix = prefixOf(body.prefix ?? '');
  const batch = await database.transaction(async (transaction) => {
    const { id: catalogId } = await requiredOwnCatalog(transaction, call);
    const now = await databaseNow(transaction);
    const made: StoredBatch = {
      id: newId(),
      catalogId,
      name: body.name,
      number: body.number,
      prefix,
      kind: body.kind,
      value: body.value,
      products: await productIds(transaction, catalogId, body.products ?? null),
      validFrom: momentOf(body.validFrom ?? null),
      validUntil: momentOf(body.validUntil ?? null),
      minimumAmount: body.minimumAmountInclTax ?? null,
      disabled: false,
      actor: body.actor,
      reason: body.reason,
      createdAt: now,
      changedAt: now,
    };
    checkPeriod(made);
    if (!(await insertBatch(transaction, made)))
      throw new InvalidRequest([{ path: 'name', code: 'unique', messageKey: 'voucherBatchExists' }]);
    await insertCodes(transaction, made, newCodes(prefix, body.number, newId));
    return made;
  });
  return batchResource(batch, undefined);
}

/** In capitals, as codes are shown, and without separators at its ends. */
const prefixOf = (typed: string) =>
  typed
    .toUpperCase()
    .split(/[ ._-]/)
    .filter((part) => part !== '')
    .join('-');

/** Three groups of four characters are 59 bits: nobody guesses one of 5,000 codes among them. */
const [groups, groupSize] = [3, 4];

function newCodes(prefix: string, number: number, newId: () => string) {
  const codes = new Set<string>();
  while (codes.size < number) codes.add(newReference(groups, groupSize));
  return [...codes].map((random) => {
    const code = prefix === '' ? random : `${prefix}-${random}`;
    return { id: newId(), code, comparable: comparableCode(code) };
  });
}

/**
 * PATCH …/voucher_batches/{id}: all of its codes are disabled, or none is any more, also those that were changed alone.
 * Reservations that are held keep their discount.
 */
export async function changeVoucherBatch(
  { database }: { database: Database },
  call: Call<'catalogId' | 'id', unknown, VoucherBatchPatch>,
): Promise<BatchResource> {
  const { disabled, actor, reason } = call.body;
  return database.transaction(async (transaction) => {
    const before = await requiredBatch(transaction, call, true);
    const changed = { ...before, disabled, actor, reason, changedAt: await databaseNow(transaction) };
    await disableCodes(transaction, changed);
    return withUses(transaction, changed);
  });
}
