import {
  managedCatalogSchema as readManagedCatalogSchema,
  managedEventSchema as readManagedEventSchema,
  managedProductSchema as readManagedProductSchema,
  managedSessionSchema as readManagedSessionSchema,
  sessionOfDaySchema as readSessionOfDaySchema,
} from '@/lib/contract/managed-catalog';
import { addresses } from '@/lib/contract/iri';
import { catalogSchema } from '../catalog/catalog-resource';
import { eventSchema } from '../event/event-resource';
import { exampleOf } from '../http/named-schema';
import { productSchema } from '../product/product-resource';
import { sessionSchema } from '../session/session-resource';
import { overrideSchema } from './override-resource';

const catalog = exampleOf(catalogSchema);
const event = exampleOf(eventSchema);
const session = exampleOf(sessionSchema);
const product = exampleOf(productSchema);
const override = exampleOf(overrideSchema);

const stop = overrideSchema
  .nullable()
  .meta({ description: 'Who closed its sales, and why; null: they are open.' });

export const managedCatalogSchema = readManagedCatalogSchema
  .extend({
    hidden: overrideSchema.nullable().meta({ description: 'Who hid it, and why; null: it is listed.' }),
  })
  .meta({
    id: 'ManagedCatalog',
    description: 'A catalogue as its issuer manages it, also if it is hidden.',
    'x-extension': true,
    example: {
      '@id': addresses.managedCatalog(catalog.id),
      '@type': 'ManagedCatalog',
      id: catalog.id,
      catalog: catalog['@id'],
      key: 'river',
      name: catalog.name,
      language: 'en',
      languages: ['en', 'fr'],
      timezone: 'Europe/Paris',
      importedAt: '2027-01-04T09:30:00.000Z',
      syncedAt: '2027-05-20T07:45:00.000Z',
      maintainer: 'feed',
      hidden: null,
      overrideCount: 1,
      feedCatalog: {
        key: 'river',
        name: { en: catalog.name },
        language: 'en',
        timezone: 'Europe/Paris',
        issuer: { name: 'River line SA' },
      },
    },
  });

export const managedEventSchema = readManagedEventSchema.extend({ salesStop: stop }).meta({
  id: 'ManagedEvent',
  description: 'An event as its issuer manages it.',
  'x-extension': true,
  example: {
    '@id': addresses.managedEvent(catalog.id, event.id),
    '@type': 'ManagedEvent',
    id: event.id,
    event: event['@id'],
    name: event.name,
    salesStop: null,
    sessionCount: 60,
    nextSessionAt: '2027-06-01T10:00:00+02:00',
    held: 4,
    sold: 210,
  },
});

export const managedSessionSchema = readManagedSessionSchema
  .extend({
    salesStop: stop,
    capacityOverride: overrideSchema
      .nullable()
      .meta({ description: 'Who changed the capacity, and why; null: it is that of the feed.' }),
  })
  .meta({
    id: 'ManagedSession',
    description: 'A session as its issuer manages it.',
    'x-extension': true,
    example: {
      '@id': `${addresses.managedSessions(catalog.id, event.id)}/${session.id}`,
      '@type': 'ManagedSession',
      id: session.id,
      session: session['@id'],
      name: null,
      occursAt: '2027-06-01T10:00:00+02:00',
      status: 'on_sale',
      salesStop: null,
      capacity: 40,
      feedCapacity: 50,
      capacityOverride: override,
      held: 2,
      sold: 30,
      counterOnly: 0,
    },
  });

export const sessionOfDaySchema = readSessionOfDaySchema.meta({
  id: 'SessionOfDay',
  description: 'A session of a day, with how many units are held, sold and admitted.',
  'x-extension': true,
  example: {
    '@id': `${addresses.managedSessionsOfDay(catalog.id)}/${session.id}`,
    '@type': 'SessionOfDay',
    id: session.id,
    session: session['@id'],
    event: event['@id'],
    eventName: event.name,
    name: null,
    occursAt: '2027-06-01T10:00:00+02:00',
    endsAt: '2027-06-01T11:00:00+02:00',
    status: 'on_sale',
    retired: false,
    capacity: 40,
    held: 2,
    sold: 30,
    counterOnly: 0,
    admitted: 12,
  },
});

export const managedProductSchema = readManagedProductSchema
  .extend({
    salesStop: stop,
    prices: overrideSchema
      .array()
      .meta({ description: 'The prices that staff have set, by their first day.' }),
  })
  .meta({
    id: 'ManagedProduct',
    description: 'A product as its issuer manages it.',
    'x-extension': true,
    example: {
      '@id': `${addresses.managedProducts(catalog.id)}/${product.id}`,
      '@type': 'ManagedProduct',
      id: product.id,
      product: product['@id'],
      key: 'boat',
      name: product.name,
      salesStop: null,
      nextDate: '2027-06-01',
      nextPrice: '36.00',
      feedPrice: '36.00',
      prices: [],
    },
  });
