import { ServiceError } from '../../../client/service-error';
import { criteriaParameters } from '../../../discovery/criteria';
import { isListed, type KeptListing } from '../../../discovery/kept-listings';
import { programme } from '../../../discovery/programme';
import type { Language } from '../../../locale/languages';
import type { AppContext } from '../../../runtime/app-context';
import { noteOfRequest } from '../../../runtime/request-state';
import { load, type LoadedBy, noteShownAt } from '../../common/request/load';
import { catalogView } from '../../common/catalogue/views';
import { cardView } from './card-view';
import { quickFilters } from './quick-filters';

export type FrontPage = LoadedBy<typeof loadFrontPage>;

/**
 * The issuers whose catalogues the shop may sell, and what is on in them. All of it comes from what is kept for lists and
 * searches, so it is as old as these: no session is read.
 */
export function loadFrontPage(language: Language) {
  return load([], async (context) => {
    const now = new Date();
    noteShownAt(now);
    const [{ members }, listed] = await Promise.all([
      context.client.listCatalogs({ language }),
      readKept(context, language),
    ]);
    // The first import of a catalogue is shown at once.
    const isNew = listed !== null && members.some(({ id }) => !isListed(listed, id));
    const kept = isNew ? await readKept(context, language, 0) : listed;
    const catalogs = members.map((catalog) => catalogView(catalog, language));
    return {
      catalogs,
      quick: quickFilters({}).filter(({ name }) => name === 'day'),
      programme: kept && programmeView(kept, new Set(catalogs.map(({ id }) => id)), now),
    };
  });
}

/** The kept events; null if there are none and the service does not answer: then at least the catalogues can be chosen. */
async function readKept(
  { listings, log }: Pick<AppContext, 'listings' | 'log'>,
  language: Language,
  atMost?: number,
) {
  try {
    return await listings.get(language, atMost);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // So a page for all visitors is not kept without its events.
    noteOfRequest({ isServiceUnavailable: true });
    log.warn({ err: error, reason: error.reason }, 'the events of the front page could not be read');
    return null;
  }
}

/** `catalogIds`: those that are shown now; a listing may be a minute older. */
function programmeView({ listing, index }: KeptListing, catalogIds: ReadonlySet<string>, now: Date) {
  const shown = {
    ...listing,
    catalogs: listing.catalogs.filter(({ id }) => catalogIds.has(id)),
    events: listing.events.filter(({ catalog }) => catalogIds.has(catalog.id)),
  };
  return {
    /** The names of catalogues whose events are not known at the moment. */
    unread: (listing.unread ?? []).map(({ catalog }) => catalog.name),
    sections: programme({ listing: shown, index }, now).map(({ criteria, events, ...section }) => ({
      ...section,
      /** Of the search that finds all of it. */
      parameters: criteriaParameters(criteria),
      events: events.map(cardView),
    })),
  };
}
