import type { CatalogAdmin } from '../../../client/catalog-admin';
import { itemsOfPage } from '../../../client/staff-list';
import type { Found } from '../../../client/result';
import { sessionPath } from '../../../contract/iri';
import type { CatalogOverride } from '../../../contract/catalog-override';
import type { ManagedCatalog, ManagedSession } from '../../../contract/managed-catalog';
import type { Language } from '../../../locale/languages';
import { venueToday } from '../../../locale/venue-time';
import type { Need } from '../../../runtime/staff-roles';
import { load, type Loaded, need } from '../../common/request/load';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';
import { may, type StaffMember } from '../../common/account/staff-access';

/** `not_set_up`: the shop has no client that may change catalogues (CATALOG_CLIENT_ID). */
export type Managed<Value> = Loaded<Value> | { readonly kind: 'not_set_up' };

/** Reads for staff about the catalogues of the issuer. `ids` come from the address. */
export function forCatalogs<Value>(
  need: Need,
  ids: readonly string[],
  work: (admin: CatalogAdmin, member: StaffMember, client: Staff<Need>['client']) => Promise<Value>,
): Promise<ForStaff<Managed<Value>>> {
  return forStaff(need, async ({ member, catalogAdmin, client }): Promise<Managed<Value>> => {
    if (catalogAdmin === null) return { kind: 'not_set_up' };
    return load(ids, () => work(catalogAdmin, member, client));
  });
}

/** How many pages a list has; 1 if it is empty. */
export const pagesOf = (totalItems: number) => Math.max(1, Math.ceil(totalItems / itemsOfPage));

const mayChange = (member: StaffMember) => may(member, 'catalog:change');

export function readCatalogs(language: Language) {
  return forCatalogs('reports:read', [], async (admin, member) => {
    const { members } = need(await admin.listCatalogs({ language }));
    return { catalogs: members, mayChange: mayChange(member) };
  });
}

/** A catalogue with all that staff change in it, and what was changed last. */
export function readManagedCatalog(catalogId: string, language: Language) {
  return forCatalogs('reports:read', [catalogId], async (admin, member) => {
    const call = { language };
    const [catalog, events, products, imports, changes] = await Promise.all([
      admin.getCatalog(catalogId, call),
      admin.listEvents(catalogId, call),
      admin.listProducts(catalogId, call),
      admin.listImports(catalogId, call),
      admin.listChanges(catalogId, call),
    ]);
    return {
      catalog: need(catalog),
      events: need(events).members,
      products: need(products).members,
      imports: need(imports),
      changes: need(changes),
      mayChange: mayChange(member),
    };
  });
}

/** The sessions to come of an event; `page` counts from 1. */
export function readManagedEvent(catalogId: string, eventId: string, page: number, language: Language) {
  return forCatalogs('reports:read', [catalogId, eventId], async (admin, member) => {
    const from = new Date().toISOString();
    const [catalog, event, sessions] = await Promise.all([
      admin.getCatalog(catalogId, { language }),
      admin.getEvent(catalogId, eventId, { language }),
      admin.pageOfSessions({ catalogId, eventId }, { from, page }, { language }),
    ]);
    const { members, totalItems } = need(sessions);
    return {
      catalog: need(catalog),
      event: need(event),
      sessions: members,
      page,
      pages: pagesOf(totalItems),
      mayChange: mayChange(member),
    };
  });
}

export const changeKinds = ['close', 'capacity', 'price', 'hide', 'remove'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What the address of the form for a change names. */
export interface ChangeQuery {
  readonly what: ChangeKind;
  readonly event: string | undefined;
  readonly session: string | undefined;
  readonly product: string | undefined;
  readonly override: string | undefined;
  /** When the session begins. */
  readonly at: string | undefined;
}

/** What a change is about: its path, its name, for a session what is held and sold, for a product its next price. */
interface Subject {
  readonly path: string;
  readonly name: string;
  readonly session: ManagedSession | null;
  /** In EUR, with the day of the offer; null: no offer to come, or no product. */
  readonly price: { readonly amount: string; readonly day: string } | null;
}

/** What the form for a change shows. */
export function readChange(catalogId: string, query: ChangeQuery, language: Language) {
  const { event, session, product, override } = query;
  const ids = [catalogId, ...[event, session, product, override].filter((id) => id !== undefined)];
  return forCatalogs('catalog:change', ids, async (admin) => {
    const catalog = need(await admin.getCatalog(catalogId, { language }));
    const subject = need(await findSubject(admin, catalog, query, language));
    const removed = need(await findOverride(admin, catalogId, query, language));
    return {
      catalog,
      subject,
      removed,
      /** The day at the catalogue's place, YYYY-MM-DD. */
      today: venueToday(new Date(), catalog.timezone),
      /** The event on whose page the change is shown; null: on the catalogue's. */
      eventOfPage: sessionPath(subject.path)?.eventId ?? null,
    };
  });
}

const missing = { kind: 'missing' } as const;

async function findSubject(
  admin: CatalogAdmin,
  catalog: ManagedCatalog,
  { event, session, product, at }: ChangeQuery,
  language: Language,
): Promise<Found<Subject>> {
  const found = (value: Omit<Subject, 'price'> & Partial<Pick<Subject, 'price'>>) =>
    ({ kind: 'found', value: { price: null, ...value } }) as const;
  if (product !== undefined) {
    const products = need(await admin.listProducts(catalog.id, { language })).members;
    const one = products.find(({ id }) => id === product);
    if (one === undefined) return missing;
    const { nextPrice, nextDate } = one;
    const price = nextPrice === null || nextDate === null ? null : { amount: nextPrice, day: nextDate };
    return found({ path: one.product, name: one.name, session: null, price });
  }
  if (event === undefined) return found({ path: catalog.catalog, name: catalog.name, session: null });
  const of = need(await admin.getEvent(catalog.id, event, { language }));
  if (session === undefined) return found({ path: of.event, name: of.name, session: null });
  const from = at === undefined ? Number.NaN : Date.parse(at);
  if (Number.isNaN(from)) return missing;
  const place = { catalogId: catalog.id, eventId: event };
  const range = { from: new Date(from).toISOString(), page: 1 };
  const { members } = need(await admin.pageOfSessions(place, range, { language }));
  const one = members.find(({ id }) => id === session);
  if (one === undefined) return missing;
  return found({ path: one.session, name: one.name ?? of.name, session: one });
}

/** The override to remove; null if the change is another one. */
async function findOverride(
  admin: CatalogAdmin,
  catalogId: string,
  { what, override }: ChangeQuery,
  language: Language,
): Promise<Found<CatalogOverride | null>> {
  if (what !== 'remove') return { kind: 'found', value: null };
  const all = need(await admin.listOverrides(catalogId, { language })).members;
  const value = all.find(({ id }) => id === override);
  return value === undefined ? missing : { kind: 'found', value };
}

type ReadChange = Extract<Awaited<ReturnType<typeof readChange>>, { kind: 'staff' }>['value'];

export type ChangeView = Extract<ReadChange, { kind: 'loaded' }>['value'];
