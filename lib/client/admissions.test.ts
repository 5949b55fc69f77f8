import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const scan = {
  id: samples.id(1),
  code: 'a',
  entrance: 'North',
  scannedAt: '2027-06-01T08:00:00.000Z',
  catalogs: null,
};
const admission = {
  '@id': `/v1/booking/admissions/${scan.id}`,
  '@type': 'Admission',
  id: scan.id,
  result: 'unknown',
  conflict: false,
  entrance: 'North',
  actor: null,
  scannedAt: scan.scannedAt,
  undoneAt: null,
  receivedAt: scan.scannedAt,
  ticket: null,
  reference: null,
  session: null,
  occursAt: null,
  day: null,
  timezone: null,
  event: null,
  name: null,
  redeemedAt: null,
  redeemedEntrance: null,
  group: null,
};
const list = {
  '@id': '/.well-known/genid/1',
  '@type': 'AdmissionList',
  createdAt: scan.scannedAt,
  salt: 's',
  visits: [],
  names: [],
  tickets: [],
};

describe('scans', () => {
  it('are judged by the service', async () => {
    const { client, server } = await startClient(() => ({ status: 201, body: { admissions: [admission] } }));
    const judged = await client.admitTickets([scan], { language });
    expect(judged).toEqual({ kind: 'judged', admissions: [admission] });
    expect(server.seen).toMatchObject([
      { method: 'POST', path: '/v1/booking/admissions/_bulk', body: JSON.stringify({ admissions: [scan] }) },
    ]);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'unsupported'],
    [405, 'unsupported'],
    [501, 'unsupported'],
    [422, 'invalid'],
  ])('are not judged if the service answers %d: %s', async (status, kind) => {
    const { client } = await startClient(() => ({ status }));
    expect(await client.admitTickets([scan], { language })).toEqual({ kind });
  });

  it('fail for a moment if the service is busy', async () => {
    const { client } = await startClient(() => ({ status: 503 }));
    expect(await failure(client.admitTickets([scan], { language }))).toMatchObject({ status: 503 });
  });
});

describe('a conflict and a search by name', () => {
  const found = { '@id': '/.well-known/genid/1', '@type': 'AdmissionVisitors', visitors: [], more: false };
  const by = { actor: 'ada', catalogs: ['c'] };
  const search = { name: 'zoe', catalogs: null };

  it('are sent as they are', async () => {
    const { client, server } = await startClient(({ path }) => ({
      status: 201,
      body: path.endsWith('_resolve') ? admission : found,
    }));
    expect(await client.resolveConflict(scan.id, by, { language })).toEqual({
      kind: 'answer',
      value: admission,
    });
    expect(await client.findVisitors(search, { language })).toEqual({
      kind: 'answer',
      value: found,
    });
    expect(server.seen).toMatchObject([
      { path: `/v1/booking/admissions/${scan.id}/_resolve`, body: JSON.stringify(by) },
      { path: '/v1/booking/admission_list/_search', body: JSON.stringify(search) },
    ]);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'unsupported'],
    [422, 'invalid'],
  ])('are refused if the service answers %d: %s', async (status, kind) => {
    const { client } = await startClient(() => ({ status }));
    expect(await client.resolveConflict(scan.id, by, { language })).toEqual({ kind });
    expect(await client.findVisitors(search, { language })).toEqual({ kind });
  });
});

describe('the visits of a day', () => {
  const wanted = { date: undefined, within: null };
  it.each([
    [403, 'forbidden'],
    [404, 'unsupported'],
  ])('are not there if the service answers %d: %s', async (status, kind) => {
    const { client } = await startClient(() => ({ status }));
    expect(await client.listAdmissionSessions(wanted, { language })).toEqual({ kind });
    expect(await client.getAdmissionList(wanted, { language })).toEqual({ kind });
  });

  it('fail for a moment if the service is busy', async () => {
    const { client } = await startClient(() => ({ status: 503 }));
    expect(await failure(client.listAdmissionSessions(wanted, { language }))).toMatchObject({
      status: 503,
    });
  });
});

describe('the scans of a booking', () => {
  const many = Array.from({ length: 120 }, () => admission);
  const served = (filters: string[]) => startClient((request) => collection(request, many, { filters }));

  it('are the latest ones, and how many there are', async () => {
    const { client, server } = await served(['conflict', 'externalReference']);
    expect(await client.listScansOfBooking('K7MQ-3XTD', { language })).toEqual({
      kind: 'scans',
      scans: many.slice(0, 100),
      total: 120,
    });
    expect(server.seen.at(-1)?.query.get('externalReference')).toBe('K7MQ-3XTD');
  });

  it('are not asked of a server that would list the scans of every booking', async () => {
    const { client, server } = await served(['conflict']);
    expect(await client.listScansOfBooking('K7MQ-3XTD', { language })).toEqual({ kind: 'unsupported' });
    expect(server.seen.map(({ query }) => query.has('externalReference'))).toEqual([false]);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'unsupported'],
  ])('are not there if the service answers %d: %s', async (status, kind) => {
    const { client } = await startClient(() => ({ status }));
    expect(await client.listScansOfBooking('K7MQ-3XTD', { language })).toEqual({ kind });
  });

  it('fail for a moment if the service is busy', async () => {
    const { client } = await startClient(() => ({ status: 503 }));
    expect(await failure(client.listScansOfBooking('K7MQ-3XTD', { language }))).toMatchObject({
      status: 503,
    });
  });
});

describe('the list of a day', () => {
  it('is not sent again while it has not changed', async () => {
    const { client, server } = await startClient(({ headers }) =>
      headers['if-none-match'] === 'W/"1"' ? { status: 304 } : { body: list, headers: { etag: 'W/"1"' } },
    );
    const first = await client.getAdmissionList({ date: '2027-06-01', within: null }, { language });
    expect(first).toMatchObject({ kind: 'list', tag: 'W/"1"', list: { salt: 's' } });
    expect(await client.getAdmissionList({ tag: 'W/"1"', within: null }, { language })).toEqual({
      kind: 'unchanged',
    });
    expect(server.seen.map(({ query }) => query.toString())).toEqual(['date=2027-06-01', '']);
  });
});
