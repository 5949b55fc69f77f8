import { expect, it } from 'vitest';
import { z } from 'zod';
import { startCountingPostgres } from '@/testing/database/counted';
import { startTestService } from '@/testing/ticketing-service/test-service';

const awaySchema = z.object({
  status: z.literal('not ready'),
  checks: z.object({ database: z.enum(['failed', 'slow']) }),
  since: z.object({ database: z.string() }),
});

it('asks the database once for probes of the same second, and names it and since when it is away', async () => {
  const server = await startCountingPostgres();
  const databaseUrl = await server.createDatabase();
  const service = await startTestService({ databaseUrl });
  try {
    const probe = () => service.call('GET', '/readyz', { token: null });
    await server.read(databaseUrl);
    const answers = await Promise.all(Array.from({ length: 20 }, probe));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body).toEqual({ status: 'ready', checks: { database: 'ok' }, since: {} });
    expect((await server.read(databaseUrl)).statements).toEqual([{ text: 'select $1', count: 1 }]);

    await server.stop();
    await expect.poll(async () => (await probe()).status, { timeout: 20_000 }).toBe(503);
    const away = await probe();
    expect(away.headers.get('retry-after')).toBe('5');
    expect(awaySchema.parse(away.body).since.database).toMatch(/^\d{4}-\d\d-\d\dT/);
  } finally {
    await service.close();
  }
});
