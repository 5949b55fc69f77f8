import type { z } from 'zod';
import {
  type Admission,
  admissionListSchema,
  admissionSchema,
  admissionSessionSchema,
  admissionsOutputSchema,
  type AdmissionList,
  type AdmissionSession,
  type ConflictInput,
  type ScanInput,
} from '../contract/admission';
import { foundVisitorsSchema, type VisitorSearchInput } from '../contract/admission-visitor';
import { addresses } from '../contract/iri';
import type { CallOptions } from './result';
import { ServiceError } from './service-error';
import { kindOfList, type Reader } from './reader';
import { parseBody, unexpectedAnswer } from './transport';

/** `forbidden`: the token lacks the scope ticket:redeem. `unsupported`: the server has no such extension. */
export type NoAdmission = { readonly kind: 'forbidden' } | { readonly kind: 'unsupported' };

export type Admitted =
  | { readonly kind: 'judged'; readonly admissions: readonly Admission[] }
  /** A scan is malformed, or its id was used before: nothing was done. */
  | { readonly kind: 'invalid' }
  | NoAdmission;

export type AdmissionListRead =
  | { readonly kind: 'list'; readonly list: AdmissionList; readonly tag: string | undefined }
  /** The list with the given tag is up to date. */
  | { readonly kind: 'unchanged' }
  | NoAdmission;

const sessions = kindOfList('admission_sessions', admissionSessionSchema);
const scans = kindOfList('admissions', admissionSchema);

function noAdmission(status: number | undefined): NoAdmission | null {
  if (status === 403) return { kind: 'forbidden' };
  return status !== undefined && [404, 405, 410, 501].includes(status) ? { kind: 'unsupported' } : null;
}

/** Reads a list; a refusal of the whole list is a value. */
async function orNone<Value>(read: () => Promise<Value>): Promise<Value | NoAdmission> {
  try {
    return await read();
  } catch (error) {
    const none = error instanceof ServiceError ? noAdmission(error.status) : null;
    if (none === null) throw error;
    return none;
  }
}

/** The catalogues with which the person works for whom it is asked; null: with all. */
type Within = readonly string[] | null;

const withinQuery = (within: Within): Record<string, string> =>
  within === null ? {} : { catalogs: within.join(',') };

function queryText(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

type ScansRead =
  { readonly kind: 'scans'; readonly scans: readonly Admission[]; readonly total: number } | NoAdmission;

/**
 * The latest scans of the tickets of a booking, the latest first, and how many there are. `unsupported`: also a server
 * without this filter, because it would list the scans of every booking.
 */
function scansOfBooking(reader: Reader, externalReference: string, call: CallOptions): Promise<ScansRead> {
  const list = { ...scans, path: addresses.admissions() };
  return orNone(async () => {
    if (!(await reader.filters(list, call)).has('externalReference')) return { kind: 'unsupported' };
    const found = await reader.page(list, { externalReference }, call);
    if (found.kind === 'missing') return { kind: 'unsupported' };
    return { kind: 'scans', scans: found.value.members, total: found.value.totalItems };
  });
}

/** `invalid`: something is malformed, or the id of a scan was used before: nothing was done. */
type Posted<Value> =
  { readonly kind: 'answer'; readonly value: Value } | { readonly kind: 'invalid' } | NoAdmission;

/** What names the catalogues with which the person works; null: with all. */
type WithinCatalogs<Input> = Input & { readonly catalogs: string[] | null };

/** Admission at the entrance: our extensions. */
export function admissionCalls(reader: Reader) {
  const post = async <Schema extends z.ZodType>(
    path: string,
    body: object,
    schema: Schema,
    { language }: CallOptions,
  ): Promise<Posted<z.output<Schema>>> => {
    const answer = await reader.send({ method: 'POST', path, body, language });
    if (answer.status === 200 || answer.status === 201)
      return { kind: 'answer', value: parseBody(schema, answer) };
    if (answer.status === 400 || answer.status === 422) return { kind: 'invalid' };
    const none = noAdmission(answer.status);
    if (none === null) throw unexpectedAnswer(answer);
    return none;
  };
  return {
    /** Judges scans. It can be repeated: each scan has an id of its own, and is processed once. */
    admitTickets: async (
      admissions: readonly WithinCatalogs<ScanInput>[],
      call: CallOptions,
    ): Promise<Admitted> => {
      const posted = await post(addresses.admissionsBulk(), { admissions }, admissionsOutputSchema, call);
      return posted.kind === 'answer' ? { kind: 'judged', admissions: posted.value.admissions } : posted;
    },
    /** Records who has looked at a conflict. */
    resolveConflict: (id: string, by: WithinCatalogs<ConflictInput>, call: CallOptions) =>
      post(addresses.resolveConflict(id), by, admissionSchema, call),
    /** Tickets by the names of who comes or who bought them. */
    findVisitors: (search: WithinCatalogs<VisitorSearchInput>, call: CallOptions) =>
      post(addresses.admissionSearch(), search, foundVisitorsSchema, call),
    ...admissionReads(reader),
  };
}

function admissionReads(reader: Reader) {
  const { send } = reader;
  return {
    /** Of a ticket of another catalogue nothing is told. */
    getAdmission: (id: string, within: Within, call: CallOptions) =>
      reader.one(admissionSchema, `${addresses.admission(id)}${queryText(withinQuery(within))}`, call),

    /** The visits of a day for which tickets were sold; of today at each venue without a day. */
    listAdmissionSessions: async (
      { date, within }: { date: string | undefined; within: Within },
      { language }: CallOptions,
    ): Promise<
      { readonly kind: 'sessions'; readonly sessions: readonly AdmissionSession[] } | NoAdmission
    > => {
      const list = { ...sessions, path: addresses.admissionSessions() };
      const query = { ...withinQuery(within), ...(date === undefined ? {} : { date }) };
      return orNone(async () => {
        const found = await reader.all(list, query, { language });
        if (found.kind === 'missing') return { kind: 'unsupported' };
        return { kind: 'sessions', sessions: found.value.members };
      });
    },

    listScansOfBooking: (externalReference: string, call: CallOptions) =>
      scansOfBooking(reader, externalReference, call),

    /** The first page of the people who were let in without a connection, and whom the service would not have admitted. */
    listConflicts: async (within: Within, { language }: CallOptions): Promise<readonly Admission[]> => {
      const list = { ...scans, path: addresses.admissions() };
      const found = await reader.page(list, { conflict: 'true', ...withinQuery(within) }, { language });
      return found.kind === 'missing' ? [] : found.value.members;
    },

    getAdmissionList: async (
      { date, tag, within }: { date?: string | undefined; tag?: string | undefined; within: Within },
      { language }: CallOptions,
    ): Promise<AdmissionListRead> => {
      const query = queryText({ ...(date === undefined ? {} : { date }), ...withinQuery(within) });
      const answer = await send({
        method: 'GET',
        path: `${addresses.admissionList()}${query}`,
        language,
        ...(tag === undefined ? {} : { ifNoneMatch: tag }),
      });
      if (answer.status === 304) return { kind: 'unchanged' };
      if (answer.status === 200)
        return { kind: 'list', list: parseBody(admissionListSchema, answer), tag: answer.etag };
      const none = noAdmission(answer.status);
      if (none === null) throw unexpectedAnswer(answer);
      return none;
    },
  };
}
