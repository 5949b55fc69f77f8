import { afterEach, expect, it } from 'vitest';
import { closeAll, startClient } from '@/testing/client/test-client';
import { samples } from '@/testing/service/resources';
import { sharedTicketsFile } from './tickets-file';

afterEach(closeAll);

it('tickets that are downloaded again and again are drawn once at a time, for each language', async () => {
  const asked: string[] = [];
  const { client } = await startClient(({ body }) => {
    asked.push(body);
    return { status: 404, body: {} };
  });
  const orders = [{ id: samples.id(1) }, { id: samples.id(2) }];
  const draw = (language: 'en' | 'fr', of = orders) =>
    sharedTicketsFile({ client, report: () => undefined }, of, language);
  const answers = await Promise.all([draw('en'), draw('en'), draw('en')]);
  expect(answers).toEqual([{ kind: 'missing' }, { kind: 'missing' }, { kind: 'missing' }]);
  expect(asked).toHaveLength(1);
  await Promise.all([draw('en'), draw('fr'), draw('en', orders.slice(1))]);
  expect(asked).toHaveLength(4);
});
