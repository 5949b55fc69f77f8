import { z } from 'zod';
import { addresses, idSchema, iriSchema } from '@/lib/contract/iri';
import { exampleId } from '../http/named-schema';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';

const id = exampleId(14);

export const organizationSchema = z
  .object({ '@id': iriSchema, '@type': z.literal('Organization'), id: idSchema, name: z.string() })
  .meta({
    id: 'Organization',
    description: 'Who calls, as the token says.',
    'x-extension': true,
    example: { '@id': addresses.organization(id), '@type': 'Organization', id, name: 'reseller' },
  });

/** The caller's own organization; any other is not found. */
export function getOrganization(
  _context: unknown,
  { params, principal: { organization } }: Call<'id'>,
): Promise<z.output<typeof organizationSchema>> {
  if (params.id !== organization.id) throw notFound();
  return Promise.resolve({
    '@id': addresses.organization(organization.id),
    '@type': 'Organization',
    ...organization,
  });
}
