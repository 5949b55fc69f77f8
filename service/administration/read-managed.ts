import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ParsedFeed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import type {
  ManagedCatalog,
  ManagedEvent,
  ManagedProduct,
  ManagedSession,
  SessionOfDay,
} from '@/lib/contract/managed-catalog';
import { extension } from '@/lib/contract/extension';
import { daySchema, instantSchema } from '@/lib/contract/values';
import type { Reader } from '@/lib/database/database';
import { localize } from '@/lib/locale/languages';
import { negotiateLanguage } from '@/lib/locale/negotiate';
import type { Text } from '../catalog/catalog-table';
import type { StoredOverride } from '../catalog/override-store';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { withOffset } from '../session/session-resource';
import {
  overrideCounts,
  readOverrides,
  pageOfManagedEvents,
  pageOfManagedProducts,
  pageOfManagedSessions,
  pageOfSessionsOfDay,
  pageOfOwnCatalogs,
} from './managed-store';
import { overrideResource } from './override-resource';
import { type OwnCatalog, requiredOwnCatalog } from './own-catalog';

export const managedSessionsQuery = z.object(rangeQuery('occursAt', instantSchema));

export const sessionsOfDayQuery = z.object({
  date: daySchema.optional().meta(extension('The day at the venue; today without it.')),
});

type LanguageCall = Pick<Call, 'acceptLanguage'>;

function languageOf({ languages, language }: OwnCatalog, { acceptLanguage }: LanguageCall): string {
  return negotiateLanguage(acceptLanguage, languages, language);
}

export async function listManagedCatalogs({ database }: ReadContext, call: Call) {
  const { total, rows } = await pageOfOwnCatalogs(database, call.principal.organization.id, call.page);
  return { totalItems: total, member: await catalogResources(database, rows, call) };
}

export async function getManagedCatalog(
  { database }: ReadContext,
  call: Call<'id'>,
): Promise<Localized<ManagedCatalog>> {
  const catalog = await requiredOwnCatalog(database, { ...call, params: { catalogId: call.params.id } });
  const [resource] = await catalogResources(database, [catalog], call);
  if (resource === undefined) throw notFound();
  return new Localized(resource, languageOf(catalog, call));
}

async function catalogResources(
  reader: Reader,
  catalogs: readonly OwnCatalog[],
  call: LanguageCall,
): Promise<ManagedCatalog[]> {
  const ids = catalogs.map(({ id }) => id);
  const [set, counts] = await Promise.all([
    bySubject(
      reader,
      ids.map((id) => ({ catalogId: id, id })),
    ),
    overrideCounts(reader, ids),
  ]);
  return catalogs.map((catalog) => ({
    '@id': addresses.managedCatalog(catalog.id),
    '@type': 'ManagedCatalog',
    id: catalog.id,
    catalog: addresses.catalog(catalog.id),
    key: catalog.key,
    name: localize(catalog.name, languageOf(catalog, call), catalog.language),
    language: catalog.language,
    languages: catalog.languages,
    timezone: catalog.timezone,
    importedAt: catalog.importedAt.toISOString(),
    syncedAt: catalog.syncedAt.toISOString(),
    maintainer: catalog.maintainer,
    hidden: set(catalog.id, 'hidden'),
    overrideCount: counts.get(catalog.id) ?? 0,
    feedCatalog: {
      key: catalog.key,
      name: catalog.name,
      language: catalog.language,
      timezone: catalog.timezone,
      issuer: catalog.issuer,
      priceSource: catalog.priceSource,
      accent: catalog.accent,
    } satisfies ParsedFeed['catalog'],
  }));
}

/** Reads the overrides of things; the result finds the one of a thing and kind. */
async function bySubject(reader: Reader, subjects: Parameters<typeof readOverrides>[1]) {
  const overrides = await readOverrides(reader, subjects);
  return (id: string, kind: StoredOverride['kind']) => {
    const found = overrides.find((one) => one.subjectId === id && one.kind === kind);
    return found === undefined ? null : overrideResource(found);
  };
}

/** The catalogue in an address, and a function that writes texts in the language to answer in. */
async function inLanguage(reader: Reader, call: Call<'catalogId'>) {
  const catalog = await requiredOwnCatalog(reader, call);
  const language = languageOf(catalog, call);
  return { catalog, language, write: (text: Text) => localize(text, language, catalog.language) };
}

export async function listManagedEvents({ database }: ReadContext, call: Call<'catalogId'>) {
  const { catalog, language, write } = await inLanguage(database, call);
  const { total, rows } = await pageOfManagedEvents(database, catalog.id, {
    ...call.page,
    condition: sql`true`,
  });
  return new Localized(
    { totalItems: total, member: await eventResources(database, catalog, rows, write) },
    language,
  );
}

export async function getManagedEvent({ database }: ReadContext, call: Call<'catalogId' | 'id'>) {
  const { catalog, language, write } = await inLanguage(database, call);
  const { rows } = await pageOfManagedEvents(database, catalog.id, {
    skip: 0,
    size: 1,
    condition: sql`event.id = ${call.params.id}`,
  });
  const [resource] = await eventResources(database, catalog, rows, write);
  if (resource === undefined) throw notFound();
  return new Localized(resource, language);
}

async function eventResources(
  reader: Reader,
  catalog: OwnCatalog,
  rows: Awaited<ReturnType<typeof pageOfManagedEvents>>['rows'],
  write: (text: Text) => string,
): Promise<ManagedEvent[]> {
  const set = await bySubject(
    reader,
    rows.map(({ id }) => ({ catalogId: catalog.id, id })),
  );
  return rows.map(({ id, name, nextSessionAt, sessionCount, held, sold }) => ({
    '@id': addresses.managedEvent(catalog.id, id),
    '@type': 'ManagedEvent',
    id,
    event: addresses.event(catalog.id, id),
    name: write(name),
    salesStop: set(id, 'sales_stop'),
    nextSessionAt: nextSessionAt && withOffset(nextSessionAt, catalog.timezone),
    sessionCount,
    held,
    sold,
  }));
}

export async function listManagedSessions(
  { database }: ReadContext,
  call: Call<'catalogId' | 'eventId', z.infer<typeof managedSessionsQuery>>,
) {
  const { catalog, language, write } = await inLanguage(database, call);
  const { eventId } = call.params;
  const event = await pageOfManagedEvents(database, catalog.id, {
    skip: 0,
    size: 1,
    condition: sql`event.id = ${eventId}`,
  });
  if (event.total === 0) throw notFound();
  const condition = rangeCondition('occursAt', call.query, sql`session.occurs_at`, sql`timestamptz`);
  const place = { catalogId: catalog.id, eventId };
  const { total, rows } = await pageOfManagedSessions(database, place, { ...call.page, condition });
  const set = await bySubject(
    database,
    rows.map(({ id }) => ({ catalogId: catalog.id, id })),
  );
  const member = rows.map(({ id, name, occursAt, ...session }): ManagedSession => {
    const capacityOverride = set(id, 'capacity');
    return {
      '@id': `${addresses.managedSessions(catalog.id, eventId)}/${id}`,
      '@type': 'ManagedSession',
      id,
      session: addresses.session(catalog.id, eventId, id),
      name: name && write(name),
      occursAt: withOffset(occursAt, catalog.timezone),
      salesStop: set(id, 'sales_stop'),
      status: session.status,
      capacity: session.capacity,
      feedCapacity: capacityOverride === null ? session.capacity : capacityOverride.feedCapacity,
      capacityOverride,
      held: session.held,
      sold: session.sold,
      counterOnly: session.counterOnly,
    };
  });
  return new Localized({ totalItems: total, member }, language);
}

export async function listSessionsOfDay(
  { database }: ReadContext,
  call: Call<'catalogId', z.infer<typeof sessionsOfDayQuery>>,
) {
  const { catalog, language, write } = await inLanguage(database, call);
  const { date: day = null } = call.query;
  const { total, rows } = await pageOfSessionsOfDay(database, catalog, { ...call.page, day });
  const member = rows.map(({ id, eventId, eventName, name, occursAt, ...row }): SessionOfDay => ({
    '@id': `${addresses.managedSessionsOfDay(catalog.id)}/${id}`,
    '@type': 'SessionOfDay',
    id,
    session: addresses.session(catalog.id, eventId, id),
    event: addresses.event(catalog.id, eventId),
    eventName: write(eventName),
    name: name && write(name),
    occursAt: withOffset(occursAt, catalog.timezone),
    endsAt: row.endsAt && withOffset(row.endsAt, catalog.timezone),
    status: row.status,
    retired: row.retired,
    capacity: row.capacity,
    held: row.held,
    sold: row.sold,
    counterOnly: row.counterOnly,
    admitted: row.admitted,
  }));
  return new Localized({ totalItems: total, member }, language);
}

export async function listManagedProducts({ database }: ReadContext, call: Call<'catalogId'>) {
  const { catalog, language, write } = await inLanguage(database, call);
  const { total, rows } = await pageOfManagedProducts(database, catalog, call.page);
  const overrides = await readOverrides(
    database,
    rows.map(({ id }) => ({ catalogId: catalog.id, id })),
  );
  const member = rows.map(({ id, key, name, nextDate, nextPrice, feedPrice }): ManagedProduct => {
    const own = overrides.filter(({ subjectId }) => subjectId === id);
    const stop = own.find(({ kind }) => kind === 'sales_stop');
    return {
      '@id': `${addresses.managedProducts(catalog.id)}/${id}`,
      '@type': 'ManagedProduct',
      id,
      product: addresses.product(catalog.id, id),
      key,
      name: write(name),
      salesStop: stop === undefined ? null : overrideResource(stop),
      nextDate,
      nextPrice,
      feedPrice,
      prices: own.filter(({ kind }) => kind === 'price').map(overrideResource),
    };
  });
  return new Localized({ totalItems: total, member }, language);
}
