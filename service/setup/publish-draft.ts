import type { z } from 'zod';
import type { DraftCheck, setupInput } from '@/lib/contract/catalog-draft';
import { addresses } from '@/lib/contract/iri';
import type { ParsedFeed } from '@/lib/contract/feed';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { recordChange } from '../catalog/change-store';
import { type ApplyContext, applyFeed } from '../feed/apply-feed';
import { canonicalText } from '../feed/canonical-feed';
import { groupWarnings, readFeed } from '../feed/read-feed';
import { changedMeanwhile, requireMatch } from '../http/if-match';
import { inSlices } from '../http/in-slices';
import { parseJson } from '../http/parse-json';
import { InvalidRequest, violationsBody } from '../http/problem';
import type { Call } from '../http/route';
import { deleteDraft, type Draft } from './draft-store';
import { requiredDraft } from './edit-draft';
import { insertRevision } from './revision-store';
import { draftTag, draftVersion, revisionResource } from './setup-resource';

type CheckCall = Call<'id'>;

/** POST /v1/ticketing/catalog_drafts/{id}/_check: what is wrong with it, and what publishing it would change. */
export async function checkDraft(context: ApplyContext, call: CheckCall): Promise<DraftCheck> {
  const draft = await requiredDraft(context.database, call);
  const head = {
    '@id': `/.well-known/genid/${draft.catalogId}`,
    '@type': 'CatalogDraftCheck',
    version: draftVersion(draft),
  } as const;
  try {
    const { feed, warnings, warningCount } = await readDraft(draft);
    const { counts, difference } = await applyFeed(context, {
      ...appliedTo(draft, feed, call),
      isTrial: true,
      record: () => Promise.resolve(),
    });
    const noted = { warningCount, warnings: groupWarnings(warnings) };
    return { ...head, errorCount: 0, errors: [], ...noted, counts, difference };
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    const { violations, count: errorCount } = error;
    const { violations: listed } = violationsBody(violations, preferredLanguage(call.acceptLanguage));
    const errors = listed.map(({ propertyPath, message }) => ({ propertyPath, message }));
    return { ...head, errorCount, errors, warningCount: 0, warnings: [], counts: null, difference: null };
  }
}

/**
 * POST …/{id}/_publish: makes the catalogue what the draft says, as an import of the same feed would, and keeps it as a
 * revision; the draft ends. 422 with its errors, 412 if somebody else has written meanwhile.
 */
export async function publishDraft(
  context: ApplyContext,
  call: Call<'id', unknown, z.output<typeof setupInput>>,
) {
  const draft = await requiredDraft(context.database, call);
  requireMatch(call.ifMatch, draftTag(draft));
  const { feed } = await readDraft(draft);
  const { text, hash } = await inSlices(canonicalText(feed));
  const { catalogId } = draft;
  const { newId } = context;
  const { actor, reason } = call.body;
  const { recorded: revision } = await applyFeed(context, {
    ...appliedTo(draft, feed, call),
    isTrial: false,
    begin: async (transaction) => {
      if (!(await deleteDraft(transaction, draft))) throw changedMeanwhile();
    },
    record: async (transaction, { counts }) => {
      const made = { id: newId(), catalogId, actor, reason, feed: text, hash };
      const added = await insertRevision(transaction, made);
      await recordChange(transaction, {
        id: newId(),
        catalogId,
        actor,
        action: 'publish',
        subject: addresses.catalog(catalogId),
        before: null,
        after: counts,
        reason,
      });
      return added;
    },
  });
  if (revision === null) throw new Error('nothing was published');
  return revisionResource(revision);
}

/** The feed of a draft. Throws 422 with its errors. */
async function readDraft({ feed }: Draft) {
  return inSlices(readFeed(await inSlices(parseJson(feed))));
}

function appliedTo(
  { catalogId, organizationId }: Draft,
  feed: ParsedFeed,
  { acceptLanguage }: Pick<CheckCall, 'acceptLanguage'>,
) {
  return { feed, catalogId, organizationId, acceptLanguage, maintainer: 'people' } as const;
}
