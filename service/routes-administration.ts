import { z } from 'zod';
import {
  capacityInput,
  hiddenInput,
  overrideInput,
  priceInput,
  removalInput,
  salesStopInput,
} from '@/lib/contract/catalog-override';
import { feedQuery } from '@/lib/contract/feed-import';
import { changeSchema } from './administration/change-resource';
import {
  managedCatalogSchema,
  managedEventSchema,
  managedProductSchema,
  managedSessionSchema,
  sessionOfDaySchema,
} from './administration/managed-resource';
import { invalidOverride, overrideSchema } from './administration/override-resource';
import { listChanges, listImports, listOverrides, overridesQuery } from './administration/read-log';
import {
  getManagedCatalog,
  getManagedEvent,
  listManagedCatalogs,
  listManagedEvents,
  listManagedProducts,
  listManagedSessions,
  listSessionsOfDay,
  managedSessionsQuery,
  sessionsOfDayQuery,
} from './administration/read-managed';
import { removeOverride } from './administration/remove-override';
import { setOverride } from './administration/set-override';
import { feedBody, feedImportSchema, importRecordSchema, invalidFeed } from './feed/feed-import-schema';
import { feedBodyLimit, importFeed } from './feed/import-feed';
import { listRoute, route, type RouteOf } from './http/route';
import { ofIssuers } from './routes-booking';
import type { ServiceContext } from './dependencies';

const catalogs = '/v1/ticketing/catalogs';
const managed = '/v1/ticketing/managed_catalogs';
const ofManagers = {
  tag: {
    name: 'Administration',
    description: 'What issuers change in their own catalogues, and what is in force. Our addition.',
  },
  section: null,
  scope: 'catalog:manage',
};
const read = { ...ofManagers, method: 'GET' } as const;
const write = { ...ofManagers, method: 'POST' } as const;

/** Feeds, and what issuers change in their own catalogues: our extensions. */
export const administrationRoutes = {
  importFeed: route({
    ...ofIssuers,
    method: 'POST',
    scope: 'catalog:write',
    path: '/v1/ticketing/feeds',
    summary: 'Make a catalogue what an issuer’s feed says',
    description:
      'One transaction: what the feed has no more is retired. Takes a feed in our format, or schema.org Events beside the catalogue that they are for. Overrides stay in force.',
    query: feedQuery,
    body: z.unknown(),
    describedBody: feedBody,
    bodyLimit: feedBodyLimit,
    hashed: true,
    invalid: invalidFeed,
    response: feedImportSchema,
    handle: importFeed,
  }),
  listImports: listRoute({
    ...read,
    path: `${catalogs}/{catalogId}/imports`,
    summary: 'The history of imports, the newest first',
    description: 'Also the feeds that were refused, each with its errors.',
    response: importRecordSchema,
    handle: listImports,
  }),
  listChanges: listRoute({
    ...read,
    path: `${catalogs}/{catalogId}/changes`,
    summary: 'The log of changes, the newest first',
    response: changeSchema,
    handle: listChanges,
  }),
  listOverrides: listRoute({
    ...read,
    path: `${catalogs}/{catalogId}/overrides`,
    summary: 'What is in force instead of the feed, the newest first',
    query: overridesQuery,
    response: overrideSchema,
    handle: listOverrides,
  }),
  setOverride: route({
    ...write,
    path: `${catalogs}/{catalogId}/overrides`,
    summary: 'Close sales, change a capacity or a price, or hide the catalogue',
    description:
      'In force until it is removed, also after imports. It replaces an override of the same kind and subject. Holds that exist keep their units and prices.',
    body: overrideInput,
    describedBody: z.union([salesStopInput, capacityInput, priceInput, hiddenInput]),
    invalid: invalidOverride,
    response: overrideSchema,
    handle: setOverride,
  }),
  removeOverride: route({
    ...write,
    path: `${catalogs}/{catalogId}/overrides/{id}/_remove`,
    summary: 'Return to what the feed says',
    body: removalInput,
    invalid: invalidOverride,
    response: overrideSchema,
    handle: removeOverride,
  }),
  listManagedCatalogs: listRoute({
    ...read,
    path: managed,
    summary: 'The catalogues of the organization, also hidden ones',
    response: managedCatalogSchema,
    handle: listManagedCatalogs,
  }),
  getManagedCatalog: route({
    ...read,
    path: `${managed}/{id}`,
    summary: 'One catalogue of the organization',
    response: managedCatalogSchema,
    localized: true,
    handle: getManagedCatalog,
  }),
  listManagedEvents: listRoute({
    ...read,
    path: `${managed}/{catalogId}/events`,
    summary: 'Its events, with what is held and sold',
    response: managedEventSchema,
    localized: true,
    handle: listManagedEvents,
  }),
  getManagedEvent: route({
    ...read,
    path: `${managed}/{catalogId}/events/{id}`,
    summary: 'One of its events',
    response: managedEventSchema,
    localized: true,
    handle: getManagedEvent,
  }),
  listManagedSessions: listRoute({
    ...read,
    path: `${managed}/{catalogId}/events/{eventId}/sessions`,
    summary: 'The sessions of an event, with capacity, held and sold',
    query: managedSessionsQuery,
    response: managedSessionSchema,
    localized: true,
    handle: listManagedSessions,
  }),
  listSessionsOfDay: listRoute({
    ...read,
    path: `${managed}/{catalogId}/sessions`,
    summary: 'Its sessions of a day, with capacity, held, sold and admitted',
    query: sessionsOfDayQuery,
    response: sessionOfDaySchema,
    localized: true,
    handle: listSessionsOfDay,
  }),
  listManagedProducts: listRoute({
    ...read,
    path: `${managed}/{catalogId}/products`,
    summary: 'Its products, with the prices that are set',
    response: managedProductSchema,
    localized: true,
    handle: listManagedProducts,
  }),
} satisfies Record<string, RouteOf<ServiceContext>>;
