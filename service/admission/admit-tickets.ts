import { createHash } from 'node:crypto';
import type { Scan } from '@/lib/contract/admission';
import { possibleTicketCodes } from '@/lib/contract/ticket-code';
import type { Database, Transaction } from '@/lib/database/database';
import { databaseNow } from '@/lib/database/database-now';
import { repeatAfter } from '@/lib/database/repeat';
import { InvalidRequest, type Violation } from '../http/problem';
import type { Call } from '../http/route';
import { decideAdmissions, type ReadScan, type StoredAdmission } from './admission';
import type { CreatedAdmissions } from './admission-resource';
import {
  readEntrances,
  lockTickets,
  recordConflicts,
  storedAdmissions,
  writeAdmissions,
} from './admission-store';
import { readAdmissions } from './read-admissions';

interface AdmitContext {
  database: Database;
  newId: () => string;
}

/**
 * POST /v1/booking/admissions/_bulk: judges scans, admits tickets, undoes admissions. Each id is processed once: a repeated
 * one gets its first result. 422 for an id that was used for another code or ticket.
 */
export async function admitTickets(
  { database, newId }: AdmitContext,
  { body, principal, acceptLanguage }: Call<never, unknown, { admissions: Scan[] }>,
): Promise<CreatedAdmissions> {
  const { id: organization } = principal.organization;
  const scans = body.admissions.map(readScan);
  checkScans(scans);
  // Two calls with the same new ids, which name no ticket whose lock one would wait for.
  const repetition = { codes: ['WRITTEN_MEANWHILE'], mostTries: 3, pauseMilliseconds: () => 10 };
  await repeatAfter(repetition, () =>
    database.transaction((transaction) => admit(transaction, organization, scans)),
  );
  const ids = scans.map(({ id }) => id);
  return {
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'AdmissionBulkOutput',
    admissions: await readAdmissions(database, {
      organization,
      ids,
      acceptLanguage,
      within: (id) => scans.find((scan) => scan.id === id)?.catalogs ?? null,
    }),
  };
}

function readScan(scan: Scan): ReadScan {
  const { code = null, ticket = null, undoes = null } = scan;
  return {
    ...scan,
    codes: code === null ? [] : possibleTicketCodes(code),
    scanned: createHash('sha256')
      .update(JSON.stringify([code, ticket, undoes]))
      .digest('base64url'),
  };
}

function checkScans(scans: readonly ReadScan[]): void {
  const ids = scans.map(({ id }) => id);
  const violations = scans.flatMap((scan, i): Violation[] => {
    const given = [scan.code, scan.ticket, scan.undoes].filter((one) => one !== undefined);
    return [
      ...(ids.indexOf(scan.id) === i ? [] : [{ path: `admissions[${i}].id`, code: 'unique' } as const]),
      ...(given.length > 0 ? [] : [{ path: `admissions[${i}].code`, code: 'missingField' } as const]),
      ...(given.length < 2 ? [] : [{ path: `admissions[${i}]`, code: 'choice' } as const]),
    ];
  });
  if (violations.length > 0) throw new InvalidRequest(violations);
}

/** Concurrency guarantee: everything is decided under the locks of the tickets, so one scan of a ticket admits it. */
async function admit(
  transaction: Transaction,
  organization: string,
  scans: readonly ReadScan[],
): Promise<void> {
  const locked = await lockTickets(transaction, organization, scans);
  const ids = scans.flatMap(({ id, undoes }) => (undoes === undefined ? [id] : [id, undoes]));
  const stored = new Map(
    (await storedAdmissions(transaction, organization, ids)).map((one) => [one.id, one]),
  );
  refuseReused(scans, stored);
  const late = scans.flatMap(({ id, offline, undoes }) => {
    const before = stored.get(id);
    if (before === undefined || before.conflict) return [];
    return offline && undoes === undefined && before.result !== 'admitted' ? [before] : [];
  });
  await recordConflicts(transaction, late);
  const fresh = scans.filter(({ id }) => !stored.has(id));
  if (fresh.length === 0) return;
  const redeemed = locked.filter(({ status }) => status === 'redeemed');
  const entrances = await readEntrances(transaction, redeemed);
  const tickets = locked
    .map((one) => ({ ...one, redeemedEntrance: entrances.get(one.id) ?? null }))
    // If two organizations had a ticket with the same code, the caller's own counts.
    .sort((a, b) => Number(a.organizationId === organization) - Number(b.organizationId === organization));
  const now = await databaseNow(transaction);
  const decided = decideAdmissions(fresh, {
    organizationId: organization,
    ticketsById: new Map(tickets.map((one) => [one.id, one])),
    ticketsByCode: new Map(tickets.map((one) => [one.reference, one])),
    undoable: stored,
    now,
  });
  await writeAdmissions(transaction, decided, now);
}

function refuseReused(scans: readonly ReadScan[], stored: ReadonlyMap<string, StoredAdmission>): void {
  const violations = scans.flatMap(({ id, scanned }, i): Violation[] => {
    const before = stored.get(id);
    return before === undefined || before.scanned === scanned
      ? []
      : [{ path: `admissions[${i}].id`, code: 'unique' }];
  });
  if (violations.length > 0) throw new InvalidRequest(violations);
}
