import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { idSchema, lastSegment } from '@/lib/contract/iri';
import { maximumExternalReference } from '@/lib/contract/order';
import { daySchema } from '@/lib/contract/values';
import type { Reader } from '@/lib/database/database';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { admissionResource, type AdmissionResource } from './admission-resource';
import {
  type AdmissionView,
  admissionsById,
  readGroups,
  isOfBooking,
  pageOfAdmissions,
} from './admission-view-store';

export const sessionFilter = z
  .string()
  .transform(lastSegment)
  .pipe(idSchema)
  .optional()
  .meta(extension('Of this session: its id or path.'));

export const admissionsQuery = z.object({
  session: sessionFilter,
  date: daySchema.optional().meta(extension('Of tickets for this day.')),
  externalReference: z
    .string()
    .max(maximumExternalReference)
    .optional()
    .meta(extension('Of the tickets of one booking: the reference that its orders share.')),
  conflict: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .meta(extension('Whether a person was let in whom the service would not have admitted.')),
});

/** GET /v1/booking/admissions: the scans of the organization, the latest first. */
export async function listAdmissions(
  { database }: ReadContext,
  call: Call<never, z.infer<typeof admissionsQuery>>,
) {
  const { session, date, externalReference, conflict } = call.query;
  const { id: organization } = call.principal.organization;
  const condition = sql.join(
    [
      sql`true`,
      ...(session === undefined ? [] : [sql`admission.session_id = ${session}`]),
      ...(date === undefined ? [] : [sql`admission.day = ${date}`]),
      ...(externalReference === undefined ? [] : [isOfBooking(organization, externalReference)]),
      ...(conflict === undefined
        ? []
        : [conflict === 'true' || conflict === '1' ? sql`conflict` : sql`not conflict`]),
    ],
    sql` and `,
  );
  const { total, rows } = await pageOfAdmissions(database, organization, { ...call.page, condition });
  return { totalItems: total, member: await resources(database, rows, call.acceptLanguage) };
}

/** GET /v1/booking/admissions/{id} */
export async function getAdmission({ database }: ReadContext, call: Call<'id'>): Promise<AdmissionResource> {
  const { params, principal, acceptLanguage } = call;
  const organization = principal.organization.id;
  const [found] = await readAdmissions(database, { organization, ids: [params.id], acceptLanguage });
  if (found === undefined) throw notFound();
  return found;
}

interface Wanted {
  organization: string;
  ids: readonly string[];
  acceptLanguage: string | null;
}

/** Admissions by id, in the order of `ids`. */
export async function readAdmissions(
  reader: Reader,
  { organization, ids, acceptLanguage }: Wanted,
): Promise<AdmissionResource[]> {
  return resources(reader, await admissionsById(reader, organization, ids), acceptLanguage);
}

async function resources(
  reader: Reader,
  views: readonly AdmissionView[],
  acceptLanguage: string | null,
): Promise<AdmissionResource[]> {
  const tickets = views.flatMap(({ catalogId, ticketId }) =>
    ticketId === null ? [] : [{ catalogId, id: ticketId }],
  );
  const unique = [...new Map(tickets.map((one) => [one.id, one])).values()];
  const grouped = await readGroups(reader, unique);
  return views.map((view) => {
    const group = grouped.filter(({ asked }) => asked === view.ticketId);
    return admissionResource(view, group, acceptLanguage);
  });
}
