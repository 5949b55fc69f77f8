import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { smtpReply } from '@/testing/fakes/mail/smtp-server';
import { makeDue } from '@/testing/shop/jobs';
import { processDue } from '@/testing/shop/process-due';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { languages } from '../../../locale/languages';
import { findInvited, invite, inviteAgain, readAccounts, remove } from '../../data/staff-account-store';
import { hashLink } from '../../tokens';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const email = (name: string) => `${name}@shop.example`;

async function invited(name: string, language: (typeof languages)[number] = 'en'): Promise<string> {
  const person = {
    id: crypto.randomUUID(),
    email: email(name),
    name,
    role: 'agent',
    catalogs: null,
    language,
  };
  expect(await invite(shop.context.database, 'ada', person)).toBe(true);
  return person.id;
}

async function sendAll(): Promise<void> {
  while (await processDue(shop.context));
}

const mailsTo = (name: string) =>
  shop.mailbox.mails.filter(({ recipients }) => recipients.includes(email(name)));

/** Whom the link in the last invitation is for. */
function linked(name: string) {
  const { text = '' } = mailsTo(name).at(-1)?.mail ?? {};
  const token = /\/staff\/join\/([\w-]{43})/.exec(text)?.[1] ?? '';
  return findInvited(shop.context.database, hashLink(token, shop.context.linkSecret));
}

it.each(languages)('an invitation is sent once, in the language of who invites (%s)', async (language) => {
  const name = `ben-${language}`;
  const id = await invited(name, language);
  await sendAll();
  await sendAll();
  expect(mailsTo(name)).toHaveLength(1);
  expect(mailsTo(name)[0]?.mail.text).toContain(`/${language}/staff/join/`);
  expect(await linked(name)).toMatchObject({ id, email: email(name) });
});

it('an invitation that could not be delivered is told, until another one is sent', async () => {
  const id = await invited('lou');
  shop.mailbox.refusals.push(550);
  await sendAll();
  const isUndelivered = async () =>
    (await readAccounts(shop.context.database)).find((one) => one.id === id)?.isUndelivered;
  expect(await isUndelivered()).toBe(true);
  await inviteAgain(shop.context.database, 'ada', id);
  expect(await isUndelivered()).toBe(false);
});

it('each try has another link, and so another message ID: a mailbox would drop the one that is valid', async () => {
  await invited('kim');
  shop.mailbox.meanwhile = () => Promise.reject(smtpReply(451, 'the answer is lost'));
  await sendAll();
  // On a busy machine a try may not reach the server at all.
  while (mailsTo('kim').length < 2) {
    await makeDue(shop.context.database);
    await sendAll();
  }
  const ids = mailsTo('kim').map(({ mail }) => mail.messageId);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  expect(await linked('kim')).toMatchObject({ email: email('kim') });
});

it('another invitation replaces the one that was not sent yet', async () => {
  const id = await invited('eve');
  await inviteAgain(shop.context.database, 'ada', id);
  await sendAll();
  expect(mailsTo('eve')).toHaveLength(1);
  expect(await linked('eve')).toMatchObject({ id });
});

it('nothing is sent to who was removed meanwhile, and the database has no address of theirs', async () => {
  const id = await invited('dan');
  expect(await remove(shop.context.database, 'ada', id)).toBeNull();
  await sendAll();
  expect(mailsTo('dan')).toEqual([]);
  const stored = await shop.context.database.rows(
    z.object({ text: z.string() }),
    sql`select staff_account::text as text from storefront.staff_account
        union all select mail::text from storefront.mail`,
  );
  expect(stored.map(({ text }) => text).join('\n')).not.toContain('dan@');
});
