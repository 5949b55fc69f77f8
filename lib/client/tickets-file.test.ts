import { afterEach, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const orders = [samples.id(1), samples.id(2)];
const answer = (content: string | null, its = 'fr') => ({
  status: 201,
  body: { '@id': '/.well-known/genid/1', '@type': 'BookingTicketsFile', language: its, content },
});

it('the tickets of several orders are asked for at once', async () => {
  const { client, server } = await startClient(() => answer(Buffer.from('%PDF').toString('base64')));
  const drawn = await client.drawTickets(orders, { language });
  expect(drawn).toEqual({ kind: 'drawn', content: new TextEncoder().encode('%PDF'), language: 'fr' });
  expect(server.seen).toMatchObject([
    { method: 'POST', path: '/v1/booking/orders/_tickets', body: JSON.stringify({ orders }) },
  ]);
});

it('the tickets of a gift are asked for as such', async () => {
  const { client, server } = await startClient(() => answer('JVBERg=='));
  await client.drawTickets(orders, { language, forGift: true });
  expect(server.seen).toMatchObject([{ body: JSON.stringify({ orders, forGift: true }) }]);
});

it('there is no file of tickets that are all cancelled', async () => {
  const { client } = await startClient(() => answer(null));
  expect(await client.drawTickets(orders, { language })).toEqual({ kind: 'none' });
});

it('what is not the code of a language does not become part of a name', async () => {
  const { client } = await startClient(() => answer('JVBERg==', '../x'));
  expect(await client.drawTickets(orders, { language })).toMatchObject({ language });
});

it.each([403, 404, 405, 501])('a server that answers %d does not draw it', async (status) => {
  const { client } = await startClient(() => ({ status }));
  expect(await client.drawTickets(orders, { language })).toEqual({ kind: 'missing' });
});

it('a busy server fails for a moment', async () => {
  const { client } = await startClient(() => ({ status: 503 }));
  expect(await failure(client.drawTickets(orders, { language }))).toMatchObject({ status: 503 });
});
