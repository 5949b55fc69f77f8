import type { z } from 'zod';
import { catalogChangeSchema as readCatalogChangeSchema } from '@/lib/contract/catalog-change';
import { addresses } from '@/lib/contract/iri';
import { catalogSchema } from '../catalog/catalog-resource';
import type { StoredChange } from '../catalog/change-store';
import { exampleId, exampleOf } from '../http/named-schema';
import { overrideSchema } from './override-resource';

const id = exampleId(33);
const set = exampleOf(overrideSchema);

export const changeSchema = readCatalogChangeSchema.meta({
  id: 'CatalogChange',
  description: 'A line of the log of a catalogue.',
  'x-extension': true,
  example: {
    '@id': `${addresses.changes(exampleOf(catalogSchema).id)}/${id}`,
    '@type': 'CatalogChange',
    id,
    at: set.createdAt,
    actor: set.actor,
    action: 'set',
    subject: set.subject,
    before: null,
    after: set,
    reason: set.reason,
  },
});

export function changeResource(change: StoredChange): z.output<typeof changeSchema> {
  return {
    '@id': `${addresses.changes(change.catalogId)}/${change.id}`,
    '@type': 'CatalogChange',
    id: change.id,
    at: change.at.toISOString(),
    actor: change.actor,
    action: change.action,
    subject: change.subject,
    before: change.before,
    after: change.after,
    reason: change.reason,
  };
}
