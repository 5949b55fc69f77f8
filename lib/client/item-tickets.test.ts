import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';
import type { Client } from '@/lib/client/client';
import type { WireAnswer } from '@/testing/faults/wire';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const path = `/v1/booking/orders/${samples.id(1)}/items/${samples.id(2)}/tickets/${samples.id(3)}`;
const ticket = (status: string) => ({
  '@id': path,
  '@type': 'BookingOrderItemTicket',
  id: samples.id(3),
  reference: 'T-1',
  ticket: '/v1/ticketing/tickets/1',
  session: null,
  status,
  redeemedAt: null,
  barcode: { format: 'QR_CODE', value: 'T-1' },
  holder: null,
  answers: [],
  updatedAt: '2027-05-04T12:00:00+00:00',
});

describe('cancelling a ticket', () => {
  it('is a merge patch of its status', async () => {
    const { client, server } = await startClient(() => ({ body: ticket('cancelled') }));
    expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('changed');
    expect(server.seen).toMatchObject([{ method: 'PATCH', path }]);
    expect(server.seen[0]?.headers['content-type']).toBe('application/merge-patch+json');
  });

  it.each([400, 403, 404, 405, 415, 422, 501])('is refused by a server that answers %d', async (status) => {
    const { client } = await startClient(() => ({ status }));
    expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('refused');
  });

  it('is refused by a server that accepts the patch without changing the ticket, or returns another kind of ticket', async () => {
    for (const body of [ticket('valid'), { '@id': path }, {}]) {
      const { client } = await startClient(() => ({ body }));
      expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('refused');
    }
  });

  it.each([429, 500, 503])('fails temporarily if the answer is %d', async (status) => {
    const { client } = await startClient(() => ({ status }));
    expect(await failure(client.changeItemTicket(path, 'valid', { language }))).toMatchObject({ status });
  });
});

describe('a refusal after a lost answer', () => {
  const holder = { firstname: 'Ada', lastname: 'Byron', email: null };
  const answers = [{ field: '/v1/fields/1', value: ['yes'] }];
  const changes: [string, object, (client: Client) => Promise<'changed' | 'saved' | 'refused'>][] = [
    [
      'cancelling',
      { status: 'cancelled' },
      (client) => client.changeItemTicket(path, 'cancelled', { language }),
    ],
    [
      'making valid again',
      { status: 'valid' },
      (client) => client.changeItemTicket(path, 'valid', { language }),
    ],
    ['a name', { holder }, (client) => client.nameHolder(path, holder, { language })],
    ['answers', { answers }, (client) => client.answerItemTicket(path, answers, { language })],
    ['clearing', {}, (client) => client.clearItemTicket(path, { language })],
  ];
  const other = { status: 'redeemed', holder: { ...holder, lastname: 'King' }, answers: [] };
  const start = (read: WireAnswer) =>
    startClient(({ method }) => (method === 'PATCH' ? { status: 403 } : read));

  it.each(changes)('of %s is no refusal if the ticket is as it was wanted', async (_, members, change) => {
    const { client, server } = await start({ body: { ...ticket('valid'), ...members } });
    expect(await change(client)).not.toBe('refused');
    expect(server.seen.map(({ method }) => method)).toEqual(['PATCH', 'GET']);
  });

  it.each(changes)('of %s is one if the ticket is not', async (_, _members, change) => {
    const { client } = await start({ body: { ...ticket('valid'), ...other } });
    expect(await change(client)).toBe('refused');
  });

  it.each(changes)('of %s says nothing while the ticket can not be read', async (_, _members, change) => {
    const { client } = await start({ status: 503 });
    expect(await failure(change(client))).toMatchObject({ status: 503 });
  });
});
