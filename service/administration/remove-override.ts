import type { z } from 'zod';
import type { removalInput } from '@/lib/contract/catalog-override';
import { recordChange } from '../catalog/change-store';
import { deleteOverride, overrideKind } from '../catalog/override-store';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { applyLimits } from './capacity-limits';
import { overrideResource, type OverrideResource } from './override-resource';
import { reviseCatalog } from './own-catalog';
import type { AdministrationContext } from './set-override';

/**
 * POST /v1/ticketing/catalogs/{catalogId}/overrides/{id}/_remove: what the feed says is in force again. 404 if it was
 * removed or replaced already; 422 if more is held and sold than the capacity of the feed.
 */
export async function removeOverride(
  { database, soldOut, catalogs, changes, newId }: AdministrationContext,
  call: Call<'catalogId' | 'id', unknown, z.output<typeof removalInput>>,
): Promise<OverrideResource> {
  const { catalogId, id } = call.params;
  const removed = await database.transaction(async (transaction) => {
    const kind = await overrideKind(transaction, catalogId, id);
    if (kind === null) throw notFound();
    await reviseCatalog(transaction, call, { kind, isSet: false });
    // Another call may have removed it while this one waited for the lock.
    const gone = await deleteOverride(transaction, catalogId, id);
    if (gone === null) throw notFound();
    if (gone.kind === 'capacity') {
      await applyLimits(transaction, catalogId, {
        counterId: gone.subjectId,
        capacity: gone.feedCapacity,
        saleLimit: gone.feedSaleLimit,
      });
    }
    const { actor, reason } = call.body;
    await recordChange(transaction, {
      id: newId(),
      catalogId,
      actor,
      reason,
      action: 'remove',
      subject: gone.subject,
      before: overrideResource(gone),
      after: null,
    });
    return gone;
  });
  soldOut.forget();
  changes.note();
  catalogs.forget();
  return overrideResource(removed);
}
