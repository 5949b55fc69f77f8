import { afterEach, describe, expect, it } from 'vitest';
import { before, closeAll, failure, language, samples } from './testing';

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
    const { client, server } = await before(() => ({ body: ticket('cancelled') }));
    expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('changed');
    expect(server.seen).toMatchObject([{ method: 'PATCH', path }]);
    expect(server.seen[0]?.headers['content-type']).toBe('application/merge-patch+json');
  });

  it.each([400, 403, 404, 405, 415, 422, 501])(
    'is refused by a server that answers %d: it is not asked again',
    async (status) => {
      const { client } = await before(() => ({ status }));
      expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('refused');
    },
  );

  it('is refused by a server that takes the patch and leaves the ticket as it is, or shows another kind of ticket', async () => {
    for (const body of [ticket('valid'), { '@id': path }, {}]) {
      const { client } = await before(() => ({ body }));
      expect(await client.changeItemTicket(path, 'cancelled', { language })).toBe('refused');
    }
  });

  it.each([429, 500, 503])('fails for now when the answer is %d', async (status) => {
    const { client } = await before(() => ({ status }));
    expect(await failure(client.changeItemTicket(path, 'valid', { language }))).toMatchObject({ status });
  });
});
