import { addresses } from '@/lib/contract/iri';
import { type Answer, ok } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from './call';

/** GET /v1/organizations/{id}: the caller's own; any other is not found. */
export function getOrganization(call: Call<{ id: string }>): Promise<Answer> {
  const { id, name } = call.principal.organization;
  if (call.params.id !== id) throw notFound();
  return Promise.resolve(
    ok({
      '@context': '/contexts/Organization',
      '@id': addresses.organization(id),
      '@type': 'Organization',
      id,
      name,
    }),
  );
}
