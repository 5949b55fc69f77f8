import type { Maintainer } from '@/lib/contract/catalog-draft';
import type { ParsedFeed } from '@/lib/contract/feed';
import type { Database, Transaction } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import type { SoldOut } from '../availability/sold-out-cache';
import type { KnownCatalogs } from '../catalog/known-catalogs';
import type { DocumentStorage } from '../document/document-storage';
import { inSlices } from '../http/in-slices';
import { forgetFilesOfSessions } from '../order/moved-sessions';
import { feedRows } from './feed-rows';
import { upsertCatalog } from './feed-store';
import { recordSessionChanges } from './session-change-store';
import { type PreparedFeed, writeFeed, type WrittenFeed } from './write-feed';

export interface ApplyContext {
  database: Database;
  documents: Pick<DocumentStorage, 'remove'>;
  soldOut: SoldOut;
  changes: ChangeCount;
  catalogs: KnownCatalogs;
  newId: () => string;
}

interface Applied<Recorded> {
  feed: ParsedFeed;
  catalogId: string;
  organizationId: string;
  /** Who changes it; it is refused if the catalogue is another's. */
  maintainer: Maintainer;
  acceptLanguage: string | null;
  /** Rolls back all that it did. */
  isTrial: boolean;
  /** Called first in the transaction. */
  begin?: (transaction: Transaction) => Promise<void>;
  /** Adds to the records of the catalogue who changed it. Not called for a trial. */
  record: (transaction: Transaction, written: WrittenFeed) => Promise<Recorded>;
}

/** Thrown to roll back a dry run. */
class DryRun extends Error {
  constructor(readonly written: WrittenFeed) {
    super('dry run');
  }
}

/** Makes a catalogue what a feed says, in one transaction, with all that follows from it: the same for imports and drafts. */
export async function applyFeed<Recorded>(
  context: ApplyContext,
  { feed, catalogId, organizationId, isTrial, ...applied }: Applied<Recorded>,
): Promise<WrittenFeed & { recorded: Recorded | null }> {
  const prepared: PreparedFeed = { feed, ...(await inSlices(feedRows(feed, catalogId, organizationId))) };
  const { superseded, ...written } = await context.database
    .transaction(async (transaction) => {
      await applied.begin?.(transaction);
      const { maintainer } = applied;
      await upsertCatalog(transaction, { id: catalogId, organizationId, maintainer }, prepared);
      const made = await writeFeed(transaction, catalogId, prepared, applied.acceptLanguage);
      if (isTrial) throw new DryRun(made);
      const recorded = await applied.record(transaction, made);
      await recordSessionChanges(transaction, catalogId, made.sessions, context.newId);
      // Tickets that were rendered before show the former time, or that it takes place.
      const changed = made.sessions.flatMap(({ id, what }) => (what === 'retired' ? [] : id));
      return { ...made, recorded, superseded: await forgetFilesOfSessions(transaction, catalogId, changed) };
    })
    .catch((error: unknown) => {
      if (error instanceof DryRun) return { ...error.written, recorded: null, superseded: [] };
      throw error;
    });
  if (!isTrial) {
    context.soldOut.forget();
    context.changes.note();
    context.catalogs.forget();
    await context.documents.remove(superseded);
  }
  return written;
}
