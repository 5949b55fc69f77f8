import type { z } from 'zod';
import { catalogSchema as readCatalogSchema } from '@/lib/contract/catalog';
import { addresses } from '@/lib/contract/iri';
import { localize } from '@/lib/locale/languages';
import { exampleId } from '../http/named-schema';
import type { Catalog } from './catalog';

const id = exampleId(1);

export const catalogSchema = readCatalogSchema.required().meta({
  id: 'TicketingCatalog',
  description: 'An issuer’s products and events (§2.2).',
  example: {
    '@id': addresses.catalog(id),
    '@type': 'TicketingCatalog',
    id,
    name: 'River line',
    language: 'en',
    importedAt: '2027-01-04T09:30:00.000Z',
    timezone: 'Europe/Paris',
    languages: ['en', 'fr'],
    eventSummaries: addresses.eventSummaries(id),
    issuer: {
      name: 'River line SA',
      email: 'hello@example.com',
      address: '1 quay, 69002 Lyon, France',
      taxNumber: 'FR40303265045',
    },
    accent: 'lagoon',
  },
});

/** A catalogue as a response, its name in `language` (specification §2.2). */
export function catalogResource(catalog: Catalog, language: string): z.output<typeof catalogSchema> {
  return {
    '@id': addresses.catalog(catalog.id),
    '@type': 'TicketingCatalog',
    id: catalog.id,
    name: localize(catalog.name, language, catalog.language),
    language: catalog.language,
    importedAt: catalog.importedAt.toISOString(),
    timezone: catalog.timezone,
    languages: catalog.languages,
    eventSummaries: addresses.eventSummaries(catalog.id),
    issuer: catalog.issuer,
    accent: catalog.accent,
  };
}
