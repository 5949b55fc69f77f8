import type { z } from 'zod';
import { overrideSchema as readOverrideSchema } from '@/lib/contract/catalog-override';
import { addresses } from '@/lib/contract/iri';
import { catalogSchema } from '../catalog/catalog-resource';
import type { StoredOverride } from '../catalog/override-store';
import { exampleId, exampleOf } from '../http/named-schema';
import type { InvalidAnswer } from '../http/problem';
import { sessionSchema } from '../session/session-resource';

const id = exampleId(32);

export const overrideSchema = readOverrideSchema.meta({
  id: 'CatalogOverride',
  description: 'What is in force instead of what the issuer’s feed says, until it is removed.',
  'x-extension': true,
  example: {
    '@id': addresses.override(exampleOf(catalogSchema).id, id),
    '@type': 'CatalogOverride',
    id,
    kind: 'capacity',
    subject: exampleOf(sessionSchema)['@id'],
    from: null,
    amountInclTax: null,
    originalAmountInclTax: null,
    amountExclTax: null,
    capacity: 40,
    feedCapacity: 50,
    actor: 'box office',
    reason: 'Ten seats are repaired.',
    createdAt: '2027-05-20T07:45:00.000Z',
  },
});

export type OverrideResource = z.output<typeof overrideSchema>;

export function overrideResource(override: StoredOverride): OverrideResource {
  return {
    '@id': addresses.override(override.catalogId, override.id),
    '@type': 'CatalogOverride',
    id: override.id,
    kind: override.kind,
    subject: override.subject,
    from: override.fromDay,
    amountInclTax: override.price,
    originalAmountInclTax: override.originalPrice,
    amountExclTax: override.priceExclTax,
    capacity: override.capacity,
    feedCapacity: override.feedCapacity,
    actor: override.actor,
    reason: override.reason,
    createdAt: override.createdAt.toISOString(),
  };
}

export const invalidOverride: InvalidAnswer = {
  name: 'InvalidOverride',
  when: 'The subject does not exist, the day is past, the prices contradict each other, or more is held and sold than the capacity (§7).',
  examples: {
    capacity: [{ path: 'capacity', code: 'regex', messageKey: 'capacityUsed', detail: '8' }],
  },
};
