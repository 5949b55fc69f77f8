import { afterEach, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const orders = [samples.id(1), samples.id(2)];

it('the states of tickets are asked for many orders at once', async () => {
  const states = { redeemed: [samples.id(3)], cancelled: [] };
  const { client, server } = await startClient(() => ({
    status: 201,
    body: { '@id': '/.well-known/genid/1', '@type': 'BookingTicketStates', ...states },
  }));
  expect(await client.readTicketStates(orders, { language })).toMatchObject(states);
  expect(server.seen).toMatchObject([
    { method: 'POST', path: '/v1/booking/orders/_ticket-states', body: JSON.stringify({ orders }) },
  ]);
});

it.each([403, 404, 405, 501])('a server that answers %d does not tell them', async (status) => {
  const { client } = await startClient(() => ({ status }));
  expect(await client.readTicketStates(orders, { language })).toBeNull();
});

it('a busy server fails for a moment', async () => {
  const { client } = await startClient(() => ({ status: 503 }));
  expect(await failure(client.readTicketStates(orders, { language }))).toMatchObject({ status: 503 });
});
