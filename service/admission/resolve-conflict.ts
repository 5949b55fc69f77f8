import type { z } from 'zod';
import type { conflictInputSchema } from '@/lib/contract/admission';
import { isWithin } from '@/lib/contract/judge-scan';
import type { Database } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import type { AdmissionResource } from './admission-resource';
import { recordResolution, storedAdmissions } from './admission-store';
import { readAdmissions } from './read-admissions';

/** POST /v1/booking/admissions/{id}/_resolve: a person has looked at the conflict. The first one stays recorded. */
export async function resolveConflict(
  { database }: { database: Database },
  { params, principal, body, acceptLanguage }: Call<'id', unknown, z.output<typeof conflictInputSchema>>,
): Promise<AdmissionResource> {
  const { id: organization } = principal.organization;
  const ids = [params.id];
  await database.transaction(async (transaction) => {
    const found = (await storedAdmissions(transaction, organization, ids)).filter(
      ({ conflict, catalogId }) => conflict && isWithin(body.catalogs, catalogId),
    );
    if (found.length === 0) throw notFound();
    await recordResolution(transaction, found, { at: await databaseNow(transaction), actor: body.actor });
  });
  const [resolved] = await readAdmissions(database, {
    organization,
    ids,
    acceptLanguage,
    within: () => body.catalogs,
  });
  if (resolved === undefined) throw notFound();
  return resolved;
}
