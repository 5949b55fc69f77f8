import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import {
  auditedOf,
  draftOf,
  recipientsOf,
  start,
  testedMessage,
  untilSent,
  versionOf,
} from '@/testing/shop/messages';
import { jobsOf } from '@/testing/shop/jobs';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { alertTable } from '../../tables/alert-table';
import { findMessage, failedOfMessage, testsOfMessage } from '../../data/message-store';
import { readMailProblems } from '../../data/mail-problems';
import { anonymise } from '../../data/retention-store';
import { readTimeline } from '../../data/timeline-store';
import { resendMails } from '../mail/resend-mail';
import { mostTestsAnHour, startMessage, testMessage } from './write-message';
import { readAddressed } from './visit-bookings';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const run = (statement: ReturnType<typeof sql>) => shop.context.database.single.run(statement);

/** An order of two tickets, by a customer with an address of their own. */
async function orderedBy(name: string, language = 'en'): Promise<Ordered & { email: string }> {
  const made = await orderedWithTickets(shop);
  const email = `${name}@visit.test`;
  await run(
    sql`update storefront.checkout set language = ${language}, email = ${email},
          customer = jsonb_set(customer, '{email}', to_jsonb(${email}::text)) where id = ${made.id}`,
  );
  return { ...made, email };
}

const setStatus = (paths: readonly string[], status: 'redeemed' | 'cancelled') => {
  for (const path of paths) Object.assign(shop.ticketing.tickets.all.get(path) ?? {}, { status });
};

const mailTo = (email: string) => shop.mailbox.mails.findLast(({ recipients }) => recipients.includes(email));

const later = 'We start later';

describe('a message to everyone of a visit', () => {
  it('is one e-mail for each booking, to the buyer, with the link to the order', async () => {
    const made = [await orderedBy('ada'), await orderedBy('ben')];
    // The tickets of a booking come in several parts of the list.
    shop.ticketing.mostPerPage = 1;
    const id = await testedMessage(shop);
    expect(await start(shop, id)).toBe('started');
    expect(await untilSent(shop, id)).toEqual({ found: 2, sent: 2, failed: 0, needless: 0 });
    expect(recipientsOf(shop, later).toSorted()).toEqual(made.map(({ email }) => email));
    const text = mailTo('ada@visit.test')?.mail.text ?? '';
    expect(text).toContain('Come at three.');
    expect(text).toMatch(
      /Harbour walk {2}\n {2}Saturday 4 May 2030, 14:30|Harbour walk\n {2}Saturday 4 May 2030, 14:30/,
    );
    expect(text).toContain('https://shop.example/en/orders/link/');
    expect(text).toContain((await shop.find(made[0]?.id ?? '')).reference);
    expect(await jobsOf(shop.context.database, 'message')).toEqual([]);
  });

  it('stands in the timeline of each order with its subject, and in the audit log without its text', async () => {
    const { id: checkoutId } = await orderedBy('ada');
    const id = await testedMessage(shop);
    await start(shop, id, 'ben');
    await untilSent(shop, id);
    const sent = (await readTimeline(shop.context.database, checkoutId)).filter(
      ({ what, detail }) => what === 'mail_sent' && detail['kind'] === 'message',
    );
    expect(sent.map(({ detail }) => detail['subject'])).toEqual([later]);
    const { eventId, sessionId } = draftOf(shop);
    const visit = { event: eventId, session: sessionId };
    expect(await auditedOf(shop, id)).toEqual([
      { action: 'message_tested', staff: 'ada', detail: { ...visit, address: 'd…@shop.example' } },
      { action: 'message_sent', staff: 'ben', detail: { ...visit, audience: 'everyone' } },
      { action: 'message_addressed', staff: 'ben', detail: { ...visit, bookings: 1 } },
    ]);
  });

  it('is in the language of the booking, or in that of the fallback', async () => {
    await orderedBy('ada', 'fr');
    await orderedBy('ben', 'nl');
    const texts = {
      fr: { subject: 'Plus tard', text: 'Venez à trois heures.', event: 'Promenade' },
      de: { subject: 'Später', text: 'Kommen Sie um drei.', event: 'Spaziergang' },
    };
    const id = await testedMessage(shop, { texts, fallback: 'de' });
    await start(shop, id);
    await untilSent(shop, id);
    expect(recipientsOf(shop, 'Plus tard')).toEqual(['ada@visit.test']);
    expect(recipientsOf(shop, 'Später')).toEqual(['ben@visit.test']);
    const german = mailTo('ben@visit.test')?.mail.text ?? '';
    expect(german).toContain('Samstag, 4. Mai 2030');
    // Their own pages stay in their language.
    expect(german).toContain('https://shop.example/nl/orders/link/');
  });

  it('goes to nobody whose tickets are cancelled, or to those who were not admitted only', async () => {
    const [cancelled, admitted, half] = [
      await orderedBy('cancelled'),
      await orderedBy('admitted'),
      await orderedBy('half'),
    ];
    await orderedBy('waits');
    setStatus(cancelled.tickets, 'cancelled');
    setStatus(admitted.tickets, 'redeemed');
    setStatus(half.tickets.slice(0, 1), 'redeemed');
    const all = await testedMessage(shop);
    await start(shop, all);
    await untilSent(shop, all);
    const names = () =>
      recipientsOf(shop, later)
        .map((email) => email.split('@')[0])
        .toSorted();
    expect(names()).toEqual(['admitted', 'half', 'waits']);
    shop.mailbox.mails.length = 0;
    const some = await testedMessage(shop, { audience: 'not_admitted' });
    await start(shop, some);
    await untilSent(shop, some);
    expect(names()).toEqual(['half', 'waits']);
  });

  it('counts beforehand who gets it in which language, and who gets nothing', async () => {
    await orderedBy('ada', 'fr');
    await orderedBy('ben', 'fr');
    const admitted = await orderedBy('admitted');
    setStatus(admitted.tickets, 'redeemed');
    const counter = await orderedBy('counter');
    await run(sql`update storefront.checkout set channel = 'counter', email = null where id = ${counter.id}`);
    const { catalogId, eventId, sessionId: session } = draftOf(shop);
    shop.ticketing.mostPerPage = 3;
    const found = await readAddressed(shop.context, { catalogId, eventId, session, date: null }, 'en');
    if (found.kind === 'missing') throw new Error('there is no visit');
    expect(found.value.addressed).toEqual({
      everyone: {
        languages: [
          { language: 'fr', count: 2 },
          { language: 'en', count: 1 },
        ],
        reached: 3,
        unreached: 1,
      },
      not_admitted: { languages: [{ language: 'fr', count: 2 }], reached: 2, unreached: 1 },
    });
  });

  it('is not sent to an erased person, also if it was in the queue before', async () => {
    const [early, late] = [await orderedBy('early'), await orderedBy('late')];
    await orderedBy('ada');
    const erase = (id: string) =>
      shop.context.database.transaction((transaction) => anonymise(transaction, sql`id = ${id}`));
    await erase(early.id);
    const id = await testedMessage(shop);
    await start(shop, id);
    shop.network.mail.unavailable = true;
    await shop.settle();
    shop.network.mail.unavailable = false;
    await erase(late.id);
    expect(await untilSent(shop, id)).toEqual({ found: 2, sent: 1, failed: 0, needless: 1 });
    expect(recipientsOf(shop, later)).toEqual(['ada@visit.test']);
  });

  it('shows which e-mails failed; staff correct the address, and send it again', async () => {
    const wrong = await orderedBy('wrong');
    await orderedBy('ada');
    const id = await testedMessage(shop);
    shop.mailbox.refusedRecipients.set(wrong.email, 550);
    await start(shop, id);
    expect(await untilSent(shop, id)).toEqual({ found: 2, sent: 1, failed: 1, needless: 0 });
    const { database } = shop.context;
    const { reference } = await shop.find(wrong.id);
    expect(await failedOfMessage(database, id, 10)).toEqual([{ checkoutId: wrong.id, reference }]);
    expect(await readMailProblems(database, wrong.id)).toMatchObject([{ kind: 'message' }]);
    const right = { email: 'right@visit.test', staff: 'ada' };
    expect(await resendMails(shop.context, wrong.id, right)).toBe(true);
    expect(await untilSent(shop, id)).toEqual({ found: 2, sent: 2, failed: 0, needless: 0 });
    expect(recipientsOf(shop, later)).toContain('right@visit.test');
  });

  it('can be followed by another one, and each booking gets both', async () => {
    await orderedBy('ada');
    const [first, second] = [await testedMessage(shop), await testedMessage(shop)];
    await start(shop, first);
    await start(shop, second);
    await untilSent(shop, first);
    await untilSent(shop, second);
    expect(recipientsOf(shop, later)).toEqual(['ada@visit.test', 'ada@visit.test']);
  });
});

describe('the test of a message', () => {
  it('goes to one address in each language, says that it is a test, and to no customer', async () => {
    await orderedBy('ada');
    const texts = {
      en: { subject: later, text: 'Come at three.', event: 'Harbour walk' },
      fr: { subject: 'Plus tard', text: 'Venez à trois heures.', event: 'Promenade' },
    };
    const before = shop.mailbox.mails.length;
    const id = await testedMessage(shop, { texts });
    const sent = shop.mailbox.mails.slice(before);
    expect(sent.map(({ recipients, mail }) => [recipients.join(), mail.subject]).toSorted()).toEqual([
      ['desk@shop.example', 'Test: We start later'],
      ['desk@shop.example', 'Test\u00a0: Plus tard'],
    ]);
    expect(sent.map(({ mail }) => mail.text).join()).toContain('This is a test.');
    expect(await testsOfMessage(shop.context.database, id)).toMatchObject([
      { language: 'en', sentAt: expect.any(Date) as Date, isFailed: false },
      { language: 'fr', sentAt: expect.any(Date) as Date, isFailed: false },
    ]);
    expect((await findMessage(shop.context.database, id))?.state).toBe('draft');
  });

  it('has to be sent, of exactly this text, before anything is sent', async () => {
    await orderedBy('ada');
    const draft = draftOf(shop);
    await testMessage(shop.context, draft, 'desk@shop.example');
    // It is in the queue only.
    expect(await start(shop, draft.id)).toBe('changed');
    await shop.settle();
    const tested = await versionOf(shop, draft.id);
    const other = { en: { subject: 'Other', text: 'Other', event: 'Harbour walk' } };
    await testMessage(shop.context, { ...draft, texts: other }, 'desk@shop.example');
    await shop.settle();
    const sending = { id: draft.id, version: tested, staff: 'ada' };
    expect(await startMessage(shop.context, sending)).toBe('changed');
    expect(await start(shop, draft.id)).toBe('started');
    await untilSent(shop, draft.id);
    expect(recipientsOf(shop, 'Other')).toEqual(['ada@visit.test']);
    expect(await testMessage(shop.context, draft, 'desk@shop.example')).toBe('closed');
  });

  it('that is refused tells so, alerts nobody, and another one can be sent', async () => {
    shop.mailbox.refusedRecipients.set('typo@shop.example', 550);
    const draft = draftOf(shop);
    const { database } = shop.context;
    const alerts = await database.db.$count(alertTable);
    await testMessage(shop.context, draft, 'typo@shop.example');
    await shop.settle();
    expect(await testsOfMessage(database, draft.id)).toMatchObject([{ sentAt: null, isFailed: true }]);
    expect(await database.db.$count(alertTable)).toBe(alerts);
    expect(await start(shop, draft.id)).toBe('changed');
    await testMessage(shop.context, draft, 'desk@shop.example');
    await shop.settle();
    expect(await testsOfMessage(database, draft.id)).toMatchObject([{ isFailed: false }]);
    expect(await start(shop, draft.id)).toBe('started');
  });

  it('of a colleague’s message does not replace it', async () => {
    const draft = draftOf(shop);
    await testMessage(shop.context, draft, 'desk@shop.example');
    expect(await testMessage(shop.context, { ...draft, staff: 'ben' }, 'ben@shop.example')).toBe('closed');
  });

  it('can be sent so often in an hour', async () => {
    const draft = draftOf(shop, { staff: 'busy' });
    for (let sent = 0; sent < mostTestsAnHour; sent += 1)
      expect(await testMessage(shop.context, draft, 'desk@shop.example')).toBe('tested');
    expect(await testMessage(shop.context, draft, 'desk@shop.example')).toBe('often');
  });
});

it('a message is plain text in the e-mail, whatever is typed', async () => {
  await orderedBy('ada');
  const text = '<img src=x onerror=alert(1)>\nsecond line\n\n&amp; "quoted" {name}';
  const texts = { en: { subject: '<b>Boat</b> {count} & more', text, event: '<i>Walk</i>' } };
  const id = await testedMessage(shop, { texts });
  await start(shop, id);
  await untilSent(shop, id);
  const { mail } = mailTo('ada@visit.test') ?? {};
  expect(mail?.subject).toBe('<b>Boat</b> {count} & more');
  expect(mail?.text).toContain(text);
  const html = mail?.html ?? '';
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;<br>second line</p>');
  expect(html).toContain('&lt;i&gt;Walk&lt;/i&gt;');
  expect(html).not.toMatch(/<img|<b>Boat|<i>/);
});
