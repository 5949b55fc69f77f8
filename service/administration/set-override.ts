import type { OverrideInput } from '@/lib/contract/catalog-override';
import type { Database, Transaction } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import type { SoldOut } from '../availability/sold-out-cache';
import type { KnownCatalogs } from '../catalog/known-catalogs';
import { recordChange } from '../catalog/change-store';
import { deleteOverride, findOverride, insertOverride, type StoredOverride } from '../catalog/override-store';
import { InvalidRequest } from '../http/problem';
import type { Call } from '../http/route';
import { applyLimits, currentLimits, type Limits } from './capacity-limits';
import { overrideResource, type OverrideResource } from './override-resource';
import { reviseCatalog } from './own-catalog';
import { requiredSubject, type Subject } from './subject';

export interface AdministrationContext {
  database: Database;
  soldOut: SoldOut;
  changes: ChangeCount;
  catalogs: KnownCatalogs;
  now: () => Date;
  newId: () => string;
}

/**
 * POST /v1/ticketing/catalogs/{catalogId}/overrides: sets something instead of what the feed says. It replaces an
 * override of the same kind and subject (of a price, also of the same day). Holds that exist keep their units and
 * prices. 422 if the subject does not exist, the day is past, or more is held and sold than the capacity.
 */
export async function setOverride(
  context: AdministrationContext,
  call: Call<'catalogId', unknown, OverrideInput>,
): Promise<OverrideResource> {
  const set = await context.database.transaction(async (transaction) => {
    const { today } = await reviseCatalog(transaction, call, { kind: call.body.kind, isSet: true });
    return setIn(transaction, context, call, today);
  });
  context.soldOut.forget();
  context.changes.note();
  context.catalogs.forget();
  return overrideResource(set);
}

async function setIn(
  transaction: Transaction,
  { newId, now }: AdministrationContext,
  { body, params: { catalogId } }: Call<'catalogId', unknown, OverrideInput>,
  today: string,
): Promise<StoredOverride> {
  const subject = await requiredSubject(transaction, catalogId, body);
  if (body.kind === 'price' && body.from < today)
    throw new InvalidRequest([{ path: 'from', code: 'regex', messageKey: 'dayPast', detail: today }]);
  const made = { ...valuesOf(body, subject), catalogId, id: newId(), createdAt: now() };
  const before = await findOverride(transaction, made);
  if (before !== null) await deleteOverride(transaction, catalogId, before.id);
  const limits = body.kind === 'capacity' ? await setCapacity(transaction, made, before) : noLimits;
  const override = { ...made, feedCapacity: limits.capacity, feedSaleLimit: limits.saleLimit };
  await insertOverride(transaction, override);
  const { actor, reason } = body;
  await recordChange(transaction, {
    id: newId(),
    catalogId,
    actor,
    reason,
    action: 'set',
    subject: subject.path,
    before: before && overrideResource(before),
    after: overrideResource(override),
  });
  return override;
}

const noLimits: Limits = { capacity: null, saleLimit: null };

/** Sets the capacity in force; resolves to the limits of the feed. */
async function setCapacity(
  transaction: Transaction,
  { catalogId, subjectId, capacity }: Pick<StoredOverride, 'catalogId' | 'subjectId' | 'capacity'>,
  before: StoredOverride | null,
): Promise<Limits> {
  const ofFeed =
    before === null
      ? await currentLimits(transaction, catalogId, subjectId)
      : { capacity: before.feedCapacity, saleLimit: before.feedSaleLimit };
  await applyLimits(transaction, catalogId, { counterId: subjectId, capacity });
  return ofFeed;
}

function valuesOf(input: OverrideInput, subject: Subject) {
  const nothing = { fromDay: null, price: null, originalPrice: null, priceExclTax: null, capacity: null };
  const { kind, actor, reason } = input;
  const common = { ...nothing, kind, actor, reason, subjectId: subject.id, subject: subject.path };
  switch (input.kind) {
    case 'sales_stop':
    case 'hidden':
      return common;
    case 'capacity':
      return { ...common, capacity: input.capacity };
    case 'price':
      return {
        ...common,
        fromDay: input.from,
        price: input.amountInclTax,
        originalPrice: input.originalAmountInclTax ?? input.amountInclTax,
        priceExclTax: input.amountExclTax,
      };
  }
}
