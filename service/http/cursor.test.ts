import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  freeItem,
  customer,
  hold,
  openPlaces,
  ordersBulk,
  type Places,
} from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;
beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const pageSchema = z.object({
  member: z.array(z.object({ '@id': z.string(), id: z.string() })),
  view: z.object({ next: z.string().optional() }),
});
const read = async (path: string) => pageSchema.parse((await service.call('GET', path)).body);

async function order() {
  const { reservations } = await hold(service, [freeItem(places)]);
  const body = { reservations: reservations.map((one) => one['@id']), customer };
  expect((await service.call('POST', ordersBulk, { body })).status).toBe(201);
}

it.each(['orders', 'reservations'])(
  'a list of %s that is walked behind a member repeats and omits nothing while others arrive',
  async (name) => {
    for (let made = 0; made < 6; made += 1) await order();
    const path = `/v1/booking/${name}?itemsPerPage=2`;
    const before = (await read(`/v1/booking/${name}`)).member.map(({ id }) => id);
    const first = await read(path);
    const walked = first.member.map(({ id }) => id);
    let next: string | undefined = `${path}&startingAfter=${first.member.at(-1)?.['@id'] ?? ''}`;
    while (next !== undefined) {
      await order();
      const { member, view }: z.infer<typeof pageSchema> = await read(next);
      walked.push(...member.map(({ id }) => id));
      next = view.next;
    }
    expect(walked).toEqual(before);
    const earliest = await read(`${path}&order[createdAt]=asc&startingAfter=${before.at(-1) ?? ''}`);
    expect(earliest.member.map(({ id }) => id)).toEqual(before.toReversed().slice(1, 3));
  },
);

it.each(['orders', 'reservations'])('a member of %s that there is not is a violation', async (name) => {
  const { status, body } = await service.call(
    'GET',
    `/v1/booking/${name}?startingAfter=00000000-0000-4000-8000-000000000000`,
  );
  expect([status, body]).toMatchObject([422, { violations: [{ propertyPath: 'startingAfter' }] }]);
});
