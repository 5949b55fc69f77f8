import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@/testing/fakes/clock';
import type { SmtpServer } from '@/testing/fakes/mail/smtp-server';
import { temporaryFolder } from '@/testing/temporary-folder';
import { mailPages } from './mail-pages';
import { openMailStore, type Mail, type MailStore } from './mail-store';
import { startSmtpReceiver } from './smtp-receiver';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: MailStore;
let receiver: SmtpServer;
let errors: Error[];

beforeEach(async () => {
  folder = await temporaryFolder();
  store = await openMailStore({ directory: folder.path, clock: systemClock, maxMails: 3 });
  errors = [];
  receiver = await startSmtpReceiver({ port: 0, store, onError: (error) => errors.push(error) });
});

afterEach(async () => {
  await receiver.close();
  await folder.remove();
});

async function send(options: SendMailOptions): Promise<void> {
  const transport = nodemailer.createTransport({ url: `smtp://localhost:${receiver.port}` });
  await transport.sendMail({ from: 'Tickets <tickets@demo.test>', ...options });
  transport.close();
}

const get = (path: string) => mailPages(store).request(`http://demo.test${path}`);
const listed = async (query = '') => (await (await get(`/mail.json${query}`)).json()) as Mail[];

describe('the mailbox', () => {
  it('permanently refuses mail to an unknown mailbox', async () => {
    await expect(send({ to: 'unknown@example.org', subject: 'Your tickets' })).rejects.toMatchObject({
      responseCode: 550,
    });
    expect(await listed()).toEqual([]);
  });

  it('accepts a mail over SMTP and returns its content to programs', async () => {
    await send({
      to: 'Ada <Ada@example.org>',
      subject: 'Your tickets, été',
      text: 'Hello Ada',
      html: '<p>Hello <b>Ada</b></p>',
      attachments: [{ filename: 'ticket é.pdf', content: Buffer.from('%PDF-1.7') }],
    });
    const [mail] = await listed();
    expect(mail).toMatchObject({
      from: 'Tickets <tickets@demo.test>',
      to: ['ada@example.org'],
      subject: 'Your tickets, été',
      html: expect.stringContaining('<b>Ada</b>') as string,
      attachments: [{ filename: 'ticket é.pdf', contentType: 'application/pdf', size: 8 }],
    });
    expect(mail?.text?.trim()).toBe('Hello Ada');
    expect(new Date(mail?.date ?? '').toISOString()).toBe(mail?.date);
  });

  it('lists the newest first, by address if requested, and deletes the oldest', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await send({ to: `${name}@example.org`, subject: name });
    expect((await listed()).map(({ subject }) => subject)).toEqual(['d', 'c', 'b']);
    expect((await listed('?to=C@example.org')).map(({ subject }) => subject)).toEqual(['c']);
    expect(await listed('?to=nobody@example.org')).toEqual([]);
    expect(await readdir(folder.path)).toHaveLength(6);
  });

  it('lists all recipients of the envelope, hidden ones too', async () => {
    await send({ to: 'a@example.org', bcc: 'hidden@example.org', subject: 'x\r\nBcc: evil@example.org' });
    expect((await listed())[0]?.to).toEqual(['a@example.org', 'hidden@example.org']);
  });

  it('keeps its mail over a restart and deletes files that a crash left incomplete', async () => {
    await send({ to: 'a@example.org', subject: 'kept' });
    await writeFile(join(folder.path, '000-half.eml'), 'Subject: half');
    await writeFile(join(folder.path, '000-half.json.1234.tmp'), '{');
    store = await openMailStore({ directory: folder.path, clock: systemClock });
    expect((await listed()).map(({ subject }) => subject)).toEqual(['kept']);
    expect(await readdir(folder.path)).toHaveLength(2);
  });

  it('reports an error to the sender if it cannot store a mail', async () => {
    await folder.remove();
    await writeFile(folder.path, 'in the way');
    await expect(send({ to: 'a@example.org', subject: 'lost' })).rejects.toMatchObject({ responseCode: 451 });
    expect(errors).toHaveLength(1);
  });
});

describe('its pages', () => {
  it('show a mail’s HTML in a frame that runs no script, with its own pictures', async () => {
    await send({
      to: 'a@example.org',
      subject: '<script>alert(1)</script>',
      html: '<script>alert(2)</script><img src="cid:code@shop">',
      attachments: [
        { filename: 'code.png', content: Buffer.from('png'), cid: 'code@shop', contentType: 'image/png' },
      ],
    });
    const [mail] = await listed();
    const response = await get(`/mail/${mail?.id ?? ''}`);
    const text = await response.text();
    expect(text).not.toContain('<script>');
    expect(text).toContain('srcdoc="&lt;base target=&quot;_top&quot;&gt;');
    expect(text).toContain('data:image/png;base64,cG5n');
    expect(/sandbox="([^"]*)"/.exec(text)?.[1]).not.toMatch(/allow-scripts|allow-same-origin/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await get('/mail')).text()).toContain('&lt;script&gt;');
  });

  it('serve attachments as files', async () => {
    await send({
      to: 'a@example.org',
      attachments: [{ filename: 'é "x".html', content: '<script>', contentType: 'text/html' }],
    });
    const [mail] = await listed();
    const response = await get(`/mail/${mail?.id ?? ''}/attachments/0`);
    expect(await response.text()).toBe('<script>');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_x_.html"; filename*=UTF-8''%C3%A9%20%22x%22.html`,
    );
    expect((await get(`/mail/${mail?.id ?? ''}/attachments/1`)).status).toBe(404);
  });

  it('say that the mailbox is empty', async () => {
    expect(await (await get('/mail')).text()).toContain('No mail yet');
    expect((await get('/mail/unknown')).status).toBe(404);
    expect((await get('/mail/..%2F..%2Fsecrets')).status).toBe(404);
  });
});
