/** The catalogues with which a person of the staff works: all, also those to come, or only these (ids in lower case). */
export type StaffCatalogs = 'all' | readonly string[];

/** What the identity provider, or an admin, has given a person. `catalogs` null: all. */
export interface Granted {
  readonly roles: readonly string[];
  readonly catalogs: readonly string[] | null;
}

/** For a call of the service: null means all. */
export const onlyOf = (catalogs: StaffCatalogs): string[] | null =>
  catalogs === 'all' ? null : [...catalogs];

/** `id` may come from an address. */
export const includesCatalog = (catalogs: StaffCatalogs, id: string): boolean =>
  catalogs === 'all' || catalogs.includes(id.toLowerCase());
