import { catalogChangeSchema } from '../contract/catalog-change';
import { type CatalogOverride, overrideSchema, type OverrideInput } from '../contract/catalog-override';
import { type FeedImport, feedImportSchema, importRecordSchema } from '../contract/feed-import';
import { addresses } from '../contract/iri';
import {
  managedCatalogSchema,
  managedEventSchema,
  managedProductSchema,
  managedSessionSchema,
  sessionOfDaySchema,
} from '../contract/managed-catalog';
import { setupChanges, setupReads } from './catalog-setup';
import { voucherChanges, voucherReads } from './catalog-vouchers';
import { fresh, itemsOfPage } from './staff-list';
import { type Changed, changed, feedMilliseconds, type Why } from './changed';
import type { CallOptions } from './result';
import { kindOfList, Reader } from './reader';
import {
  type Answer,
  createTransport,
  parseBody,
  parseProblem,
  type Send,
  type TransportOptions,
} from './transport';

const catalogs = kindOfList('managed catalogs', managedCatalogSchema);
const events = kindOfList('managed events', managedEventSchema);
const sessions = kindOfList('managed sessions', managedSessionSchema);
const sessionsOfDay = kindOfList('sessions of a day', sessionOfDaySchema);
const products = kindOfList('managed products', managedProductSchema);
const imports = kindOfList('imports', importRecordSchema);
const changes = kindOfList('catalog changes', catalogChangeSchema);
const overrides = kindOfList('overrides', overrideSchema);

export interface SentFeed {
  /** JSON. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly dryRun: boolean;
  readonly actor: string;
  readonly source: string;
  /** The SHA-256 of `bytes`; the service refuses anything else. */
  readonly sha256: string;
  /** The catalogue that it is for; the service refuses a feed for another one. Null: any. */
  readonly catalogId: string | null;
}

/** The administration of an issuer's catalogues: our extension of the specification. */
export function createCatalogAdmin(options: TransportOptions) {
  const { send } = createTransport(options);
  const reader = new Reader(
    send,
    () => performance.now(),
    () => undefined,
  );
  return {
    ...readCalls(reader),
    ...changeCalls(send),
    ...voucherReads(reader),
    ...voucherChanges(send),
    ...setupReads(reader),
    ...setupChanges(send),
  };
}

function readCalls(reader: Reader) {
  return {
    listCatalogs: (call: CallOptions) =>
      reader.all({ ...catalogs, path: addresses.managedCatalogs() }, {}, fresh(call)),
    getCatalog: (catalogId: string, call: CallOptions) =>
      reader.one(managedCatalogSchema, addresses.managedCatalog(catalogId), fresh(call)),
    listEvents: (catalogId: string, call: CallOptions) =>
      reader.all({ ...events, path: addresses.managedEvents(catalogId) }, {}, fresh(call)),
    getEvent: (catalogId: string, eventId: string, call: CallOptions) =>
      reader.one(managedEventSchema, addresses.managedEvent(catalogId, eventId), fresh(call)),
    /** One page of the sessions from a moment on. */
    pageOfSessions: (
      { catalogId, eventId }: { catalogId: string; eventId: string },
      { from, page }: { from: string; page: number },
      call: CallOptions,
    ) => {
      const list = { ...sessions, path: addresses.managedSessions(catalogId, eventId) };
      return reader.page(
        list,
        { 'occursAt[after]': from, itemsPerPage: String(itemsOfPage) },
        fresh(call),
        page,
      );
    },
    /** One page of the sessions of a day, YYYY-MM-DD; of today at the venue without a day. */
    pageOfSessionsOfDay: (
      catalogId: string,
      { day, page, size }: { day: string | null; page: number; size: number },
      call: CallOptions,
    ) => {
      const list = { ...sessionsOfDay, path: addresses.managedSessionsOfDay(catalogId) };
      const query = { ...(day === null ? {} : { date: day }), itemsPerPage: String(size) };
      return reader.page(list, query, fresh(call), page);
    },
    listProducts: (catalogId: string, call: CallOptions) =>
      reader.all({ ...products, path: addresses.managedProducts(catalogId) }, {}, fresh(call)),
    /** The newest ones. */
    listImports: (catalogId: string, call: CallOptions) =>
      reader.page({ ...imports, path: addresses.imports(catalogId) }, { itemsPerPage: '20' }, fresh(call)),
    listChanges: (catalogId: string, call: CallOptions) =>
      reader.page({ ...changes, path: addresses.changes(catalogId) }, { itemsPerPage: '20' }, fresh(call)),
    listOverrides: (catalogId: string, call: CallOptions) =>
      reader.all({ ...overrides, path: addresses.overrides(catalogId) }, {}, fresh(call)),
  };
}

function changeCalls(send: Send) {
  return {
    setOverride: async (
      catalogId: string,
      body: OverrideInput,
      { language }: CallOptions,
    ): Promise<Changed<CatalogOverride>> => {
      const path = addresses.overrides(catalogId);
      return changed(await send({ method: 'POST', path, language, body }), parseOverride);
    },

    /** Missing: it was removed or replaced already. */
    removeOverride: async (
      { catalogId, id }: { catalogId: string; id: string },
      body: Why,
      { language }: CallOptions,
    ): Promise<Changed<CatalogOverride>> => {
      const path = `${addresses.override(catalogId, id)}/_remove`;
      return changed(await send({ method: 'POST', path, language, body }), parseOverride);
    },

    sendFeed: async (
      { bytes, dryRun, catalogId, ...about }: SentFeed,
      { language }: CallOptions,
    ): Promise<Changed<FeedImport>> => {
      const catalog = catalogId === null ? {} : { catalog: catalogId };
      const query = new URLSearchParams({ dryRun: String(dryRun), ...about, ...catalog });
      const answer = await send({
        method: 'POST',
        path: `${addresses.feeds()}?${query.toString()}`,
        language,
        bytes,
        timeoutMilliseconds: feedMilliseconds,
      });
      // What is no JSON at all has no violations, but says what is wrong.
      if (answer.status === 400) {
        const message = parseProblem(answer).detail ?? '';
        return { kind: 'refused', violations: [{ propertyPath: '$', message }], count: 1 };
      }
      return changed(answer, (sent) => parseBody(feedImportSchema, sent));
    },
  };
}

export type CatalogAdmin = ReturnType<typeof createCatalogAdmin>;

const parseOverride = (answer: Answer) => parseBody(overrideSchema, answer);
