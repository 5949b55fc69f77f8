import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import { daySchema } from '@/lib/contract/values';
import { type ListedVisitor, mostListed, type VisitorList } from '@/lib/contract/visitor-list';
import type { Reader } from '@/lib/database/database';
import { languages, supportedLanguage } from '@/lib/locale/languages';
import { negotiateLanguage } from '@/lib/locale/negotiate';
import type { ReadContext } from '../catalog/known-catalogs';
import { formsById } from '../form/form-store';
import type { StoredField } from '../form/form-table';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { sheetAnswers } from '../order/sheet-answers';
import { seatResource } from '../seat/seat-plan';
import { withOffset } from '../session/session-resource';
import { namedFor } from './admission-resource';
import { sessionFilter } from './read-admissions';
import { findVisit, type ListedRow, ticketKinds, ticketsOfVisit, type Visit } from './visit-store';

export const visitorListQuery = z.object({
  session: sessionFilter,
  date: daySchema.optional().meta(extension('The day at the venue, without a session; today without both.')),
  after: z
    .string()
    .transform(lastSegment)
    .pipe(idSchema)
    .optional()
    .meta(extension('The ticket behind which the list goes on: its id.')),
});

/** GET …/events/{eventId}/visitors: who comes, with the answers to the issuer’s questions in words. */
export async function listVisitors(
  { database, newId }: ReadContext & { newId: () => string },
  {
    params,
    query,
    principal,
    acceptLanguage,
  }: Call<'catalogId' | 'eventId', z.output<typeof visitorListQuery>>,
) {
  const { session = null, date = null, after = null } = query;
  const organization = principal.organization.id;
  const visit = await findVisit(database, { ...params, session, date });
  if (visit === null) throw notFound();
  const about = { ...params, session, day: visit.day };
  const rows = await ticketsOfVisit(database, about, { organization, after, limit: mostListed + 1 });
  // What a hidden catalogue has is known only to its organization and to who has sold it.
  if (visit.hidden && visit.organizationId !== organization && rows.length === 0) throw notFound();
  const shown = rows.slice(0, mostListed);
  const visitorOf = await visitorMaker(database, { ...visit, ...params }, { rows: shown, acceptLanguage });
  const list: VisitorList = {
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'VisitorList',
    event: namedFor(acceptLanguage, visit)(visit.eventName),
    session: visit.sessionId && addresses.session(params.catalogId, params.eventId, visit.sessionId),
    occursAt: visit.occursAt && withOffset(visit.occursAt, visit.timezone),
    day: visit.day,
    timezone: visit.timezone,
    visitors: shown.map(visitorOf),
    more: rows.length > mostListed,
  };
  return new Localized(list, negotiateLanguage(acceptLanguage, visit.languages, visit.language));
}

interface Wanted {
  rows: readonly ListedRow[];
  acceptLanguage: string | null;
}

/** Reads once what many tickets have in common: names, and the questions of the issuer. */
async function visitorMaker(
  reader: Reader,
  { catalogId, ...visit }: Visit & { catalogId: string },
  { rows, acceptLanguage }: Wanted,
): Promise<(row: ListedRow) => ListedVisitor> {
  const ids = [...new Set(rows.map(({ ticketId }) => ticketId))];
  const found = ids.length === 0 ? [] : await ticketKinds(reader, catalogId, ids);
  const forms = await formsById(reader, catalogId, [...new Set(found.flatMap(({ formIds }) => formIds))]);
  const fieldsOf = (formIds: readonly string[]): StoredField[] =>
    forms.filter(({ id }) => formIds.includes(id)).flatMap(({ fields }) => fields);
  const kinds = new Map(found.map((kind) => [kind.ticketId, { ...kind, fields: fieldsOf(kind.formIds) }]));
  const best = negotiateLanguage(acceptLanguage, visit.languages, visit.language);
  const named = namedFor(acceptLanguage, visit);
  const wording = {
    language: supportedLanguage(negotiateLanguage(acceptLanguage, languages, best)),
    inLanguage: (text: Parameters<typeof named>[0]) => ({ text: named(text), language: best }),
  };
  return ({ holder, customer, ...row }) => {
    const kind = kinds.get(row.ticketId);
    if (kind === undefined) throw new Error(`the ticket ${row.id} has no type`);
    return {
      id: row.id,
      order: addresses.order(row.orderId),
      externalReference: row.externalReference,
      holder: holder && { firstname: holder.firstname, lastname: holder.lastname },
      customer: { firstname: customer.firstname, lastname: customer.lastname },
      tariff: named(kind.productName),
      name: named(kind.ticketName),
      seat: row.seat && seatResource(row.seat, best),
      status: row.status,
      redeemedAt: row.redeemedAt?.toISOString() ?? null,
      answers: sheetAnswers(row.answers, kind.fields, wording).map(({ label, value }) => ({
        label: label.text,
        value: value.text,
      })),
    };
  };
}
