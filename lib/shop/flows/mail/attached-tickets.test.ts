import type { Attachment } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenTls, type WireServer } from '@/testing/faults/wire';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readInvoices } from '../../data/invoice-store';

let storage: WireServer & { ca: string };
let shop: TestShop;
let post: Post;
/** What the storage of the service sends. */
let file = '';

beforeAll(async () => {
  storage = await listenTls(() => ({ text: file, headers: { 'content-type': 'application/pdf' } }));
  const { host } = new URL(storage.url);
  shop = await startTestShop({ documents: { hosts: [host], ca: storage.ca } });
  post = postOf(shop);
});
afterAll(async () => {
  await shop.close();
  await storage.close();
});
beforeEach(async () => {
  shop.reset();
  await post.clear();
  file = '%PDF-1.7 tickets %%EOF';
  shop.ticketing.documentUrl = `${storage.url}/tickets.pdf`;
  delete shop.ticketing.ticketsFile;
});

const textOf = ({ content }: Attachment) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** The last e-mail, without its invoice. */
function lastMail() {
  const mail = shop.mailbox.mails.at(-1)?.mail;
  if (mail === undefined) throw new Error('no e-mail');
  const attachments = mail.attachments.filter(({ filename }) => filename?.startsWith('invoice') !== true);
  return { text: mail.text ?? '', attachments, names: attachments.map(({ filename }) => filename) };
}

describe('the confirmation', () => {
  it('has the tickets and their dates attached', async () => {
    await post.ordered();
    const { text, attachments, names } = lastMail();
    expect(names).toEqual([
      expect.stringMatching(/^tickets-[\w-]+\.pdf$/),
      expect.stringMatching(/^visit-[\w-]+\.ics$/),
    ]);
    const [tickets, dates] = attachments.map(textOf);
    expect(tickets).toBe(file);
    expect(dates).toMatch(/BEGIN:VCALENDAR[^]*DTSTART:20300504T123000Z/);
    // A calendar is shared: the link of the e-mail, which opens the order, is not in it.
    expect(dates).not.toContain('/orders/link/');
    expect(text).toContain('Attached are your tickets as a PDF, and their dates for your calendar.');
  });

  it('has all tickets of a booking in one file, if the service makes it', async () => {
    shop.ticketing.ticketsFile = '%PDF-1.7 of two orders %%EOF';
    shop.ticketing.grouping = 'each';
    await post.ordered();
    const { attachments, names } = lastMail();
    expect(names).toEqual([
      expect.stringMatching(/^tickets-[A-Z\d]{4}-[A-Z\d]{4}\.pdf$/),
      expect.stringMatching(/[.]ics$/),
    ]);
    expect(textOf(attachments[0] ?? ({ content: '' } as Attachment))).toBe('%PDF-1.7 of two orders %%EOF');
  });

  it('leaves out tickets that are too large or can’t be had, and says so', async () => {
    file = `%PDF-1.7 ${'x'.repeat(800_000)} %%EOF`;
    await post.ordered();
    expect(lastMail().names).toEqual([expect.stringMatching(/[.]ics$/)]);
    expect(lastMail().text).toContain('Attached are the dates for your calendar.');
    shop.ticketing.documentUrl = 'https://elsewhere.example/tickets.pdf';
    await post.ordered();
    expect(lastMail().names).toEqual([expect.stringMatching(/[.]ics$/)]);
  });

  it('has none while the documents are made; the e-mail that announces them has', async () => {
    shop.ticketing.documentsReady = false;
    await post.ordered();
    expect(lastMail().names).toEqual([expect.stringMatching(/[.]ics$/)]);
    shop.ticketing.documentsReady = true;
    await post.later();
    expect(post.subjects().at(-1)).toMatch(/^Your tickets/);
    expect(lastMail().names).toEqual([expect.stringMatching(/^tickets-[\w-]+\.pdf$/)]);
  });
});

describe('the e-mail about a cancellation', () => {
  it('has the credit note attached', async () => {
    const ordered = await orderedWithTickets(shop);
    await cancel(shop, ordered);
    await shop.laterAll();
    await shop.settle();
    const note = (await readInvoices(shop.context.database, ordered.id)).find(
      ({ kind }) => kind === 'credit_note',
    );
    expect(post.subjects().at(-1)).toBe('Tickets cancelled');
    expect(lastMail().names).toEqual([`credit-note-${note?.number}.pdf`]);
  });
});
