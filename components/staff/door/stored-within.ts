import type { StaffCatalogs } from '@/lib/shop/rules/staff-catalogs';

/** The catalogues with which a person works, as the device stores them: `all`, or their ids. */
export type Within = string;

const all = 'all';

export const withinOf = (catalogs: StaffCatalogs): Within =>
  catalogs === 'all' ? all : catalogs.toSorted().join(' ');

/** Whether a list that was stored is that of who works with these catalogues. Earlier releases stored lists of all. */
export const isStoredWithin = (stored: Within | undefined, own: Within): boolean => (stored ?? all) === own;

/** Whether a scan that was made by who works with these catalogues may be sent: the service judges it with those of who sends it. */
export const isMadeWithin = (made: Within | undefined, own: Within): boolean =>
  own === all || (made ?? all) === own;
