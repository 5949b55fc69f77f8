import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boughtBy } from '@/testing/shop/named-customer';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { erasePerson, exportPerson, exportPersonForStaff } from './person';
import { eraseDueTickets, eraseTickets } from './ticket-erasure';
import { countComing } from './tickets-at-service';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(async () => {
  shop.reset();
  shop.ticketing.tickets.all.clear();
  shop.ticketing.tickets.faults = [];
  shop.ticketing.tickets.support = 'change';
  await shop.context.database.transaction((transaction) =>
    transaction.run(sql`truncate storefront.checkout, storefront.lookup cascade`),
  );
});

const email = 'erika.one@example.org';
const holder = { firstname: 'Grace', lastname: 'Hopper', email: null };
const answers = [{ field: 'allergies', value: 'nuts' }];
const issued = () => [...shop.ticketing.tickets.all.values()];

/** A booking whose tickets have holders and answers. */
async function named(): Promise<string> {
  const id = await boughtBy(shop, 'one');
  for (const ticket of issued()) Object.assign(ticket, { holder, answers });
  return id;
}

const erase = async () =>
  eraseTickets(shop.context, (await erasePerson(shop.context, { email, staff: 'ada' })).checkoutIds);
const nextNight = () => eraseDueTickets(shop.context, new AbortController().signal);
const left = () => issued().filter((ticket) => ticket.holder !== null || ticket.answers.length > 0).length;

describe('the tickets of a person whose data was erased', () => {
  it('lose their holders and answers at the service, and stay valid', async () => {
    await named();
    expect(await erase()).toEqual({ refused: 0, waiting: 0 });
    expect(issued()).toHaveLength(2);
    for (const ticket of issued())
      expect(ticket).toMatchObject({ holder: null, answers: [], status: 'valid' });
  });

  it('are asked for again in the next night while the service does not answer', async () => {
    await named();
    shop.ticketing.tickets.faults = [null, 'error'];
    expect(await erase()).toEqual({ refused: 0, waiting: 1 });
    expect(left()).toBe(1);
    shop.ticketing.tickets.faults = ['error'];
    await nextNight();
    expect(left()).toBe(1);
    await nextNight();
    expect(left()).toBe(0);
  });

  it('keep them where the service does not change tickets, which staff are told once', async () => {
    await named();
    shop.ticketing.tickets.support = 'read';
    expect(await erase()).toEqual({ refused: 1, waiting: 0 });
    expect(left()).toBe(2);
    shop.ticketing.tickets.support = 'change';
    await nextNight();
    expect(left()).toBe(2);
  });

  it('of a coming day are counted before, as long as one is valid', async () => {
    await named();
    await boughtBy(shop, 'other');
    expect(await countComing(shop.context, 'ERIKA.one@example.org')).toBe(1);
    for (const ticket of issued()) ticket.status = 'cancelled';
    expect(await countComing(shop.context, email)).toBe(0);
    expect(await countComing(shop.context, 'nobody@example.org')).toBe(0);
  });
});

describe('the export of a person’s data', () => {
  it('has the holders and the answers that the service has, and no code that opens a door', async () => {
    await named();
    const data = await exportPerson(shop.context, email);
    expect(data.missing).toEqual([]);
    expect(data.bookings[0]?.['tickets']).toMatchObject([{ holder, answers, status: 'valid' }, { holder }]);
    for (const { reference } of issued()) expect(JSON.stringify(data)).not.toContain(reference);
  });

  it('says what is missing when the service does not answer', async () => {
    await named();
    shop.ticketing.unavailable = true;
    const data = await exportPerson(shop.context, email);
    expect(data.bookings).toMatchObject([{ tickets: null }]);
    expect(data.missing[0]).toContain('did not answer');
  });

  it('is in the audit log, with each booking', async () => {
    const id = await named();
    const { reference } = await shop.find(id);
    await exportPersonForStaff(shop.context, { email, staff: 'exporter' });
    await exportPersonForStaff(shop.context, { email: 'nobody@example.org', staff: 'exporter' });
    expect(await readAudit(shop.context.database, { about: reference })).toMatchObject([
      { action: 'personal_data_exported', staff: 'exporter', reference },
    ]);
    expect(await readAudit(shop.context.database, { about: 'exporter' })).toHaveLength(2);
  });
});
