import { getRequestListener } from '@hono/node-server';
import { afterAll, expect, it } from 'vitest';
import { listenHttp } from '@/testing/listen-http';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { setupOf } from '@/testing/ticketing-service/setup';
import { startTestService } from '@/testing/ticketing-service/test-service';
import { importFeed } from './import-catalogs';

const service = await startTestService();
const listening = await listenHttp(getRequestListener((request) => service.handle(request)));
afterAll(async () => {
  await listening.close();
  await service.close();
});

it('a catalogue that people have taken over stays as it is when the demonstration starts again', async () => {
  const setup = setupOf(service);
  const connection = { serviceUrl: listening.url, ca: '', token: await service.token() };
  const { body } = await setup.import(boatAndMuseum());
  const id = (body as { catalog: string }).catalog.split('/').at(-1) ?? '';
  await setup.adopt(id);
  const before = await setup.exported(id);
  await importFeed(boatAndMuseum({ price: '1.00' }), connection);
  expect(await setup.exported(id)).toEqual(before);
  const feed = boatAndMuseum();
  const wrong = { ...feed, catalog: { ...feed.catalog, key: 'another', timezone: 'nowhere' } };
  await expect(importFeed(wrong, connection)).rejects.toThrow('refused the catalogue "another" (422)');
});
