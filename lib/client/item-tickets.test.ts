import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const path = `/v1/booking/orders/${samples.id(1)}/items/${samples.id(2)}/tickets/${samples.id(3)}`;
const ticket = (status: string) => ({
  ...{ '@id': path, '@type': 'BookingOrderItemTicket', id: samples.id(3), reference: 'T-1' },
  ...{ ticket: '/v1/ticketing/tickets/1', session: null, status, redeemedAt: null },
  ...{ barcode: { format: 'QR_CODE', value: 'T-1' }, holder: null, answers: [] },
  updatedAt: '2027-05-04T12:00:00+00:00',
});

describe('cancelling a ticket', () => {
  it('is a merge patch of its status', async () => {
    const { client, server } = await startClient(() => ({ body: ticket('cancelled') }));
    expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('changed');
    expect(server.seen).toMatchObject([{ method: 'PATCH', path }]);
    expect(server.seen[0]?.headers['content-type']).toBe('application/merge-patch+json');
  });

  it.each([400, 403, 404, 405, 415, 422, 501])(
    'is refused by a server that answers %d, and not requested again',
    async (status) => {
      const { client } = await startClient(() => ({ status }));
      expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('refused');
    },
  );

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
