import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { catalogsFilter } from '@/lib/contract/admission';
import { extension } from '@/lib/contract/extension';
import { idSchema, lastSegment } from '@/lib/contract/iri';
import { maximumExternalReference } from '@/lib/contract/order';
import { daySchema } from '@/lib/contract/values';
import { isWithin } from '@/lib/contract/judge-scan';
import { boundIds } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { admissionResource, type AdmissionResource, withoutTicket } from './admission-resource';
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
  catalogs: catalogsFilter,
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
export const admissionQuery = z.object({ catalogs: catalogsFilter });

/** GET /v1/booking/admissions: the scans of the organization, the latest first. */
export async function listAdmissions(
  { database }: ReadContext,
  call: Call<never, z.infer<typeof admissionsQuery>>,
) {
  const { session, date, externalReference, conflict, catalogs } = call.query;
  const { id: organization } = call.principal.organization;
  const condition = sql.join(
    [
      sql`true`,
      ...(session === undefined ? [] : [sql`admission.session_id = ${session}`]),
      ...(catalogs === undefined ? [] : [sql`admission.catalog_id in ${boundIds(catalogs)}`]),
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
export async function getAdmission(
  { database }: ReadContext,
  { params, principal, query, acceptLanguage }: Call<'id', z.infer<typeof admissionQuery>>,
): Promise<AdmissionResource> {
  const organization = principal.organization.id;
  const wanted = { organization, ids: [params.id], within: () => query.catalogs ?? null };
  const [found] = await readAdmissions(database, { ...wanted, acceptLanguage });
  if (found === undefined) throw notFound();
  return found;
}

interface Wanted {
  organization: string;
  ids: readonly string[];
  acceptLanguage: string | null;
  /** The catalogues of which the answer to a scan may tell; null: of all. */
  within: (id: string) => readonly string[] | null;
}

/** Admissions by id, in the order of `ids`. */
export async function readAdmissions(
  reader: Reader,
  { organization, ids, acceptLanguage, within }: Wanted,
): Promise<AdmissionResource[]> {
  const views = await admissionsById(reader, organization, ids);
  const read = await resources(reader, views, acceptLanguage);
  return read.map((one, i) => (isTold(views[i], within) ? one : withoutTicket(one)));
}

/** A scan that names no ticket tells nothing of any catalogue. */
const isTold = (view: AdmissionView | undefined, within: Wanted['within']) =>
  view === undefined || view.ticketId === null || isWithin(within(view.id), view.catalogId);

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
