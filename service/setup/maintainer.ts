import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Maintainer, setupInput } from '@/lib/contract/catalog-draft';
import { addresses } from '@/lib/contract/iri';
import type { Database, Transaction } from '@/lib/database/database';
import { requiredOwnCatalog } from '../administration/own-catalog';
import { getManagedCatalog } from '../administration/read-managed';
import { recordChange } from '../catalog/change-store';
import type { ReadContext } from '../catalog/known-catalogs';
import { exportFeed } from '../feed/export-feed';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { insertRevision } from './revision-store';

interface MaintainerContext extends ReadContext {
  database: Database;
  newId: () => string;
}

type MaintainerCall = Call<'id', unknown, z.output<typeof setupInput>>;

/** POST /v1/ticketing/managed_catalogs/{id}/_adopt: from now on, people change it. Its content becomes a revision. */
export const adoptCatalog = (context: MaintainerContext, call: MaintainerCall) =>
  maintain(context, call, 'people');

/** POST …/_release: from now on, feeds change it. */
export const releaseCatalog = (context: MaintainerContext, call: MaintainerCall) =>
  maintain(context, call, 'feed');

const idRow = z.object({ id: z.string() });

/** Doing it again changes nothing. Concurrency guarantee: its row is locked, so it has one maintainer during an import. */
async function maintain(context: MaintainerContext, call: MaintainerCall, maintainer: Maintainer) {
  const { database, newId } = context;
  await database.transaction(async (transaction) => {
    const { id } = await requiredOwnCatalog(transaction, { ...call, params: { catalogId: call.params.id } });
    const changed = await transaction.write(
      idRow,
      sql`update ticketing.catalog set maintainer = ${maintainer}
          where id = ${id} and maintainer <> ${maintainer} returning id`,
    );
    if (changed.length === 0) return;
    const { actor, reason } = call.body;
    if (maintainer === 'people') await keepContent(transaction, id, { id: newId(), actor, reason });
    await recordChange(transaction, {
      id: newId(),
      catalogId: id,
      actor,
      action: maintainer === 'people' ? 'adopt' : 'release',
      subject: addresses.catalog(id),
      before: null,
      after: null,
      reason,
    });
  });
  return getManagedCatalog(context, call);
}

/** So that one can go back to what the last feed said. */
async function keepContent(
  transaction: Transaction,
  catalogId: string,
  of: { id: string; actor: string; reason: string },
): Promise<void> {
  const exported = await exportFeed(transaction, catalogId);
  if (exported === null) throw notFound();
  await insertRevision(transaction, { ...of, catalogId, feed: exported.text, hash: exported.hash });
}
