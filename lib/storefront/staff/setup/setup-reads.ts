import type { CatalogAdmin } from '../../../client/catalog-admin';
import type { CatalogDraft, CatalogRevision, DraftCheck } from '../../../contract/catalog-draft';
import type { ManagedCatalog } from '../../../contract/managed-catalog';
import type { Found } from '../../../client/result';
import type { Language } from '../../../locale/languages';
import { type Draft, readDraft } from '../../../setup/draft';
import { need } from '../../common/request/load';
import { forCatalogs } from '../administration/catalogs';

/** A catalogue in the list of Setup. */
export interface ListedCatalog {
  readonly id: string;
  readonly name: string;
  /** Null: it is not published yet. */
  readonly published: ManagedCatalog | null;
  readonly draft: CatalogDraft | null;
  /** What has to be corrected before the draft can be published; null: there is no draft, or it was not checked. */
  readonly errorCount: number | null;
}

/** Each check is a trial import, so that a long list has them of its first drafts only. */
const mostChecks = 5;

/** The catalogues of the organisation, with what is being written. */
export function readSetup(language: Language) {
  return forCatalogs('catalog:edit', [], async (admin) => {
    const call = { language };
    const [catalogs, drafts] = await Promise.all([admin.listCatalogs(call), admin.listDrafts(call)]);
    const published = need(catalogs).members;
    const begun = need(drafts).members;
    const counts = await checkFirst(admin, begun, language);
    const draftOf = (id: string) => begun.find((draft) => draft.id === id) ?? null;
    const listed = (id: string, name: string, of: ManagedCatalog | null): ListedCatalog => {
      const errorCount = counts.get(id) ?? null;
      return { id, name, published: of, draft: draftOf(id), errorCount };
    };
    const fresh = begun.filter(({ id }) => !published.some((one) => one.id === id));
    return {
      written: [
        ...fresh.map(({ id, name }) => listed(id, name, null)),
        ...published
          .filter(({ maintainer }) => maintainer === 'people')
          .map((one) => listed(one.id, one.name, one)),
      ],
      fromFeeds: published.filter(({ maintainer }) => maintainer === 'feed'),
      keys: [...published, ...begun].map(({ key }) => key),
    };
  });
}

async function checkFirst(admin: CatalogAdmin, drafts: readonly CatalogDraft[], language: Language) {
  const checked = drafts.slice(0, mostChecks).map(async ({ id }) => {
    const check = await admin.checkDraft(id, { language });
    return check.kind === 'done' ? ([id, check.value.errorCount] as const) : null;
  });
  return new Map((await Promise.all(checked)).filter((one) => one !== null));
}

/** A catalogue with its draft and what is published. */
export interface SetupCatalog {
  readonly id: string;
  readonly name: string;
  /** Null: it is not published yet. */
  readonly published: ManagedCatalog | null;
  readonly draft: CatalogDraft | null;
  /** The content of the draft, or else what is published; null: it comes from a feed. */
  readonly content: Draft | null;
  /** What is wrong with the draft, or what publishing it would change; null: there is no draft. */
  readonly check: DraftCheck | null;
  /** The newest first. */
  readonly revisions: readonly CatalogRevision[];
}

export function readSetupCatalog(catalogId: string, language: Language) {
  return forCatalogs('catalog:edit', [catalogId], async (admin): Promise<SetupCatalog> => {
    const call = { language };
    const [found, begun, revised] = await Promise.all([
      admin.getCatalog(catalogId, call),
      admin.getDraft(catalogId, call),
      admin.listRevisions(catalogId, call),
    ]);
    const published = orNull(found);
    const draft = orNull(begun);
    const { name } = draft ?? need(found);
    const head = { id: catalogId, name, published, draft, revisions: orNull(revised)?.members ?? [] };
    if (draft !== null) {
      const [content, check] = await Promise.all([
        admin.getDraftFeed(catalogId, call),
        admin.checkDraft(catalogId, call),
      ]);
      const checked = check.kind === 'done' ? check.value : null;
      return { ...head, content: readDraft(need(content).feed), check: checked };
    }
    if (published?.maintainer !== 'people') return { ...head, content: null, check: null };
    const { feed } = need(await admin.getManagedFeed(catalogId, call));
    return { ...head, content: readDraft(feed), check: null };
  });
}

function orNull<Value>(found: Found<Value>): Value | null {
  return found.kind === 'found' ? found.value : null;
}

/** A draft on a page where a part of it is written. */
export interface OpenDraft {
  readonly catalogId: string;
  readonly name: string;
  readonly version: string;
  readonly draft: Draft;
}

export function readOpenDraft(catalogId: string, language: Language) {
  return forCatalogs('catalog:edit', [catalogId], async (admin): Promise<OpenDraft | null> => {
    const call = { language };
    // The version first: what somebody else writes meanwhile is then refused, and not lost.
    const head = need(await admin.getDraft(catalogId, call));
    const draft = readDraft(need(await admin.getDraftFeed(catalogId, call)).feed);
    return draft === null ? null : { catalogId, name: head.name, version: head.version, draft };
  });
}
