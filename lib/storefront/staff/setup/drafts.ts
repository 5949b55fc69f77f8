import type { Saved, SeenDraft } from '../../../client/catalog-setup';
import type { Changed, Why } from '../../../client/changed';
import { reasonSchema } from '../../../contract/catalog-override';
import type { DraftFeedInput, NewDraftInput } from '../../../contract/catalog-draft';
import type { Language } from '../../../locale/languages';
import { type Draft, readDraft } from '../../../setup/draft';
import type { Result } from '../../../setup/result';
import type { SoldSession } from '../../../setup/sold-sessions';
import type { AuditAction } from '../../../shop/tables/audit-table';
import type { Staff } from '../../common/account/for-staff';
import { orUnavailable } from '../../common/request/or-unavailable';
import { actorOf, type CallProblem } from '../administration/catalog-change';
import type { SetupProblem } from './setup-problem';
import { soldSessions } from './sold';
import type { Typed } from './typed';

export type SetupStaff = Staff<'catalog:edit'>;

/** The draft that a form was made from: its version is what the page has shown. */
export interface SeenForm {
  readonly catalogId: string;
  readonly version: string;
}

const seenOf = ({ catalogId, version }: SeenForm): SeenDraft => ({ id: catalogId, version });

const whyOf = ({ member }: SetupStaff, reason: string): Why => ({ actor: actorOf(member), reason });

export interface Saving {
  readonly staff: SetupStaff;
  readonly seen: SeenForm;
  readonly language: Language;
}

interface SaveWords<Done> {
  /** What the log says. */
  readonly reasonFor: (done: Done) => string;
  /** Why it is not saved although it could be: it has to be shown first what it would do. */
  readonly stop?: (
    done: Done & { readonly draft: Draft },
    draft: Draft,
    readSold: () => Promise<readonly SoldSession[] | 'unavailable'>,
  ) => SetupProblem | null | Promise<SetupProblem | null>;
  /** What the form shows of a draft, if it does; null: the draft no longer has what the form is about. */
  readonly shown?: (draft: Draft) => Typed | null;
}

/**
 * Changes the draft with one of the tools. Of two people who save at the same time, the second one is told, and nothing is
 * lost: the service compares the version.
 */
export async function saveDraft<Done>(
  { staff, seen, language }: Saving,
  change: (draft: Draft) => Result<Done>,
  { reasonFor, stop = () => null, shown = () => null }: SaveWords<Done>,
): Promise<{ kind: 'saved'; done: Done } | SetupProblem> {
  const { catalogAdmin, audit } = staff;
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const content = await orUnavailable(() => catalogAdmin.getDraftFeed(seen.catalogId, { language }));
  if (content === 'unavailable') return { kind: 'unavailable' };
  const draft = content.kind === 'missing' ? null : readDraft(content.value.feed);
  if (draft === null) return draftGone;
  const result = change(draft);
  if (result.kind === 'refused') return { kind: 'fields', problems: result.problems };
  const stopped = await stop(result, draft, () =>
    orUnavailable(() => soldSessions(catalogAdmin, seen.catalogId, language)),
  );
  if (stopped !== null) return stopped;
  const reason = reasonFor(result).slice(0, 500);
  const body = { feed: result.draft as DraftFeedInput['feed'], ...whyOf(staff, reason) };
  const saved = await orUnavailable(() => catalogAdmin.putDraft(seenOf(seen), body, { language }));
  const problem = await problemOf(saved, { staff, seen, language }, shown);
  if (problem !== null) return problem;
  await audit({
    action: 'catalog_draft_saved',
    subject: { kind: 'catalog', id: seen.catalogId },
    detail: { reason },
  });
  return { kind: 'saved', done: result };
}

/** Null: it was done. */
async function problemOf(
  saved: Saved<unknown> | 'unavailable',
  saving: Saving,
  shown: (draft: Draft) => Typed | null = () => null,
): Promise<SetupProblem | null> {
  if (saved !== 'unavailable' && saved.kind === 'stale') return staleNow(saving, shown);
  const problem = callProblem(saved);
  return problem?.kind === 'not_found' ? draftGone : problem;
}

const draftGone = { kind: 'stale', version: null, now: null } as const;

/** The draft as somebody else has written it. Its version is read first: what is written between the two is refused again. */
async function staleNow(
  { staff: { catalogAdmin }, seen: { catalogId }, language }: Saving,
  shown: (draft: Draft) => Typed | null,
): Promise<SetupProblem> {
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const read = await orUnavailable(async () => ({
    head: await catalogAdmin.getDraft(catalogId, { language }),
    content: await catalogAdmin.getDraftFeed(catalogId, { language }),
  }));
  if (read === 'unavailable') return { kind: 'unavailable' };
  const { head, content } = read;
  const draft = content.kind === 'missing' ? null : readDraft(content.value.feed);
  if (head.kind === 'missing' || draft === null) return draftGone;
  return { kind: 'stale', version: head.value.version, now: shown(draft) };
}

function callProblem(made: Exclude<Saved<unknown>, { kind: 'stale' }> | 'unavailable'): CallProblem | null {
  if (made === 'unavailable') return { kind: 'unavailable' };
  if (made.kind === 'done') return null;
  if (made.kind === 'missing') return { kind: 'not_found' };
  const text = made.violations.map(({ message }) => message).join(' ');
  return { kind: 'refused', text, path: made.violations[0]?.propertyPath ?? null };
}

/** Begins a catalogue that is not published yet; resolves to its identifier. */
export async function beginCatalog(
  staff: SetupStaff,
  catalog: NewDraftInput['catalog'],
  { reason, language }: { reason: string; language: Language },
): Promise<{ kind: 'begun'; catalogId: string } | CallProblem> {
  const { catalogAdmin, audit } = staff;
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const body = { catalog, ...whyOf(staff, reason) };
  const made = await orUnavailable(() => catalogAdmin.createDraft(body, { language }));
  if (made === 'unavailable' || made.kind !== 'done') return callProblem(made) ?? { kind: 'unavailable' };
  const { id } = made.value;
  await audit({ action: 'catalog_draft_begun', subject: { kind: 'catalog', id }, detail: { reason } });
  return { kind: 'begun', catalogId: id };
}

type Act = (admin: NonNullable<SetupStaff['catalogAdmin']>, why: Why) => Promise<Changed<unknown>>;

/** What is done with a catalogue, without a version that was seen. */
async function act(
  staff: SetupStaff,
  catalogId: string,
  { typedReason, action }: { typedReason: string; action: AuditAction },
  work: Act,
): Promise<SetupProblem | null> {
  const { catalogAdmin, audit } = staff;
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const reason = reasonSchema.safeParse(typedReason).data;
  if (reason === undefined) return noReason;
  const made = await orUnavailable(() => work(catalogAdmin, whyOf(staff, reason)));
  const problem = callProblem(made);
  if (problem === null)
    await audit({ action, subject: { kind: 'catalog', id: catalogId }, detail: { reason } });
  return problem;
}

const noReason = { kind: 'fields', problems: [{ field: 'reason', problem: 'missing' }] } as const;

/** A draft of the catalogue as it is published. */
export const beginDraft = (staff: SetupStaff, catalogId: string, typedReason: string, language: Language) =>
  act(staff, catalogId, { typedReason, action: 'catalog_draft_begun' }, (admin, why) =>
    admin.editCatalog(catalogId, why, { language }),
  );

/** A draft with the content of an earlier revision. */
export const restoreRevision = (
  staff: SetupStaff,
  revision: { catalogId: string; id: string },
  typedReason: string,
  language: Language,
) =>
  act(staff, revision.catalogId, { typedReason, action: 'catalog_draft_begun' }, (admin, why) =>
    admin.restoreRevision(revision, why, { language }),
  );

/** From now on people write the catalogue, and feeds are refused. */
export const adoptCatalog = (staff: SetupStaff, catalogId: string, typedReason: string, language: Language) =>
  act(staff, catalogId, { typedReason, action: 'catalog_adopted' }, (admin, why) =>
    admin.adoptCatalog(catalogId, why, { language }),
  );

/** Publishes or discards the draft as it was seen. */
export async function endDraft(
  staff: SetupStaff,
  what: 'publish' | 'discard',
  seen: SeenForm,
  typedReason: string,
  language: Language,
): Promise<SetupProblem | null> {
  const { catalogAdmin, audit } = staff;
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const reason = reasonSchema.safeParse(typedReason).data;
  if (reason === undefined) return noReason;
  const why = whyOf(staff, reason);
  const ended: Saved<unknown> | 'unavailable' = await orUnavailable<Saved<unknown>>(() =>
    what === 'publish'
      ? catalogAdmin.publishDraft(seenOf(seen), why, { language })
      : catalogAdmin.discardDraft(seenOf(seen), why, { language }),
  );
  const problem = await problemOf(ended, { staff, seen, language });
  if (problem !== null) return problem;
  const action = what === 'publish' ? 'catalog_draft_published' : 'catalog_draft_discarded';
  await audit({ action, subject: { kind: 'catalog', id: seen.catalogId }, detail: { reason } });
  return null;
}
