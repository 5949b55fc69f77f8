import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractOf, type Operation, operationsOf } from '@/testing/ticketing-service/contract';
import { type Described, startDescribed } from '@/testing/ticketing-service/description';
import { requestsFor, type Tokens, type Wire } from '@/testing/ticketing-service/request';

const runsEach = 200;
let described: Described;
let operations: ReadonlyMap<string, Operation>;
let check: ReturnType<typeof contractOf>;
let tokens: Tokens;
let sent = 0;
/** The statuses with which each operation answered. */
const seen = new Map<string, Set<number>>();

beforeAll(async () => {
  described = await startDescribed();
  const { service, openApi } = described;
  operations = new Map(operationsOf(openApi).map((one) => [one.operationId, one]));
  check = contractOf(openApi);
  tokens = { good: await service.token(), scopeless: await service.token({ scope: 'nothing' }) };
});
afterAll(async () => {
  expect(described.service.unexpectedErrors).toEqual([]);
  await described.service.close();
});

async function send({ method, target, headers, body }: Wire): Promise<Response> {
  const init = { method, headers, ...(body === null ? {} : { body: body as BodyInit }) };
  return described.service.handle(new Request(`https://service.test${target}`, init));
}

/** What is wrong with the answer to a request that was made for `operation`; null if nothing is. */
async function fault(operation: Operation, wire: Wire): Promise<string | null> {
  const answer = await send(wire);
  sent += 1;
  if (answer.headers.get('x-request-id') === null) return 'no request id';
  if (answer.headers.get('x-content-type-options') !== 'nosniff') return 'sniffable';
  if (answer.status >= 500) return `${answer.status}: ${String(described.service.unexpectedErrors.at(-1))}`;
  const same = [...operations.values()].filter(({ path }) => path === operation.path);
  const asked = same.find(({ method }) => method === (wire.method === 'HEAD' ? 'GET' : wire.method));
  if (asked === undefined) return otherMethod(wire, answer, same);
  if (wire.method === 'HEAD') return (await answer.text()) === '' ? null : 'HEAD has a body';
  seen.set(asked.operationId, (seen.get(asked.operationId) ?? new Set()).add(answer.status));
  return check(asked, answer);
}

async function otherMethod(
  { method }: Wire,
  answer: Response,
  same: readonly Operation[],
): Promise<string | null> {
  const text = await answer.text();
  const allowed = same.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])).join(', ');
  if (answer.status !== 404 && (answer.status !== 405 || answer.headers.get('allow') !== allowed)) {
    return `${method}: ${answer.status}, allows ${String(answer.headers.get('allow'))}`;
  }
  return method === 'HEAD' || text.includes('"@type":"Error"') ? null : text;
}

const ids = [
  'getEntrypoint',
  'getContext',
  'getHydraDocumentation',
  'getOpenApi',
  'listCatalogs',
  'getCatalog',
  'listEvents',
  'getEvent',
  'listSessions',
  'getSession',
  'listEventSummaries',
  'getEventSummary',
  'getEventCalendar',
  'getSessionAvailability',
  'listProducts',
  'getProduct',
  'listOffers',
  'getCatalogOffer',
  'getOffer',
  'listOfferTickets',
  'getOfferTicket',
  'getOfferAvailability',
  'getOfferPrice',
  'getForm',
  'listProductBaseOffers',
  'createReservations',
  'listReservations',
  'getReservation',
  'extendReservation',
  'releaseReservation',
  'createOrders',
  'listOrders',
  'getOrder',
  'refreshDocument',
  'cancelOrder',
  'listCancellations',
  'getCancellation',
  'getCancellationTerms',
  'readTicketStates',
  'drawTickets',
  'getItemTicket',
  'patchItemTicket',
  'getOrganization',
  'listManagedCatalogs',
  'getManagedCatalog',
  'listManagedEvents',
  'getManagedEvent',
  'listManagedSessions',
  'listSessionsOfDay',
  'listManagedProducts',
  'listVouchers',
  'getVoucher',
  'createVoucher',
  'changeVoucher',
  'listVoucherBatches',
  'getVoucherBatch',
  'createVoucherBatch',
  'changeVoucherBatch',
  'listBatchVouchers',
  'applyVoucher',
  'removeVoucher',
  'listImports',
  'listChanges',
  'listOverrides',
  'setOverride',
  'removeOverride',
  'importFeed',
  'admitTickets',
  'listAdmissions',
  'getAdmission',
  'listAdmissionSessions',
  'getAdmissionList',
  'resolveConflict',
  'findVisitors',
  'listVisitors',
  'listSessionChanges',
  'getSessionSeats',
  'getSeatPlan',
  'getManagedFeed',
  'getSoldSessions',
  'createDraft',
  'listDrafts',
  'getDraft',
  'getDraftFeed',
  'checkDraft',
  'publishDraft',
  'listRevisions',
  'getRevision',
  'getRevisionFeed',
  'restoreRevision',
  'putDraft',
  'discardDraft',
  'editCatalog',
  'releaseCatalog',
  'adoptCatalog',
];

describe('random requests', () => {
  it('reach every operation of the document', () => {
    expect([...ids].sort()).toEqual([...operations.keys()].sort());
  });

  it('detect an undeclared member, a missing one, another status or another media type', async () => {
    const operation = operations.get('getOrganization');
    if (operation === undefined) throw new Error('no operation');
    const { service, known } = described;
    const { body } = await service.call('GET', `/v1/organizations/${known['organizations'] ?? ''}`);
    const answer = (change: object, status = 200, type = 'application/ld+json; charset=utf-8') =>
      new Response(JSON.stringify({ ...(body as object), ...change }), {
        status,
        headers: { 'content-type': type },
      });
    expect(await check(operation, answer({}))).toBeNull();
    expect(await check(operation, answer({ more: 1 }))).toContain('must NOT have additional properties');
    expect(await check(operation, answer({ name: undefined }))).toContain("required property 'name'");
    expect(await check(operation, answer({}, 202))).toContain('may not answer 202');
    expect(await check(operation, answer({}, 200, 'application/json'))).toBe('200 is application/json');
  });

  it.each(ids)('to %s get answers as the document declares, and never an internal error', async (id) => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error(id);
    await fc.assert(
      fc.asyncProperty(requestsFor(operation, described, tokens), async (wire) => {
        expect(await fault(operation, wire)).toBeNull();
      }),
      { numRuns: runsEach },
    );
    expect([...(seen.get(id) ?? [])]).toContain(operation.method === 'POST' ? 201 : 200);
  });

  it('were thousands, valid and invalid', () => {
    expect(sent).toBeGreaterThan(5_000);
    const statuses = new Set([...seen.values()].flatMap((one) => [...one]));
    const expected = [200, 201, 304, 400, 401, 403, 404, 406, 415, 422];
    expect([...statuses]).toEqual(expect.arrayContaining(expected));
  });
});
