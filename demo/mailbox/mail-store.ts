import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { z } from 'zod';
import type { Clock } from '@/testing/fakes/clock';
import { writeAtomically } from '../common/files';

const mailSchema = z.strictObject({
  id: z.string(),
  /** As in the From header: `Name <address>` or only the address. */
  from: z.string(),
  /** The addresses to which it was delivered (the envelope, not the To header). */
  to: z.array(z.string()),
  subject: z.string(),
  /** ISO 8601, in UTC. */
  date: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  attachments: z.array(
    z.strictObject({ filename: z.string(), contentType: z.string(), size: z.int().nonnegative() }),
  ),
});

export type Mail = z.infer<typeof mailSchema>;

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface MailStore {
  /** Newest first; with `to`, only mails delivered to that address. */
  list(filter?: { readonly to?: string | undefined }): readonly Mail[];
  find(id: string): Mail | undefined;
  attachment(id: string, index: number): Promise<MailAttachment | undefined>;
  /** The HTML part with its embedded pictures (`cid:`) as data addresses, or null. */
  displayHtml(id: string): Promise<string | null>;
  /** Stores a message; it is on disk when the promise resolves. */
  receive(raw: Uint8Array, recipients: readonly string[]): Promise<Mail>;
}

export interface MailStoreOptions {
  /** The folder of the mails: NAME.eml as received and NAME.json as parsed. */
  readonly directory: string;
  readonly clock: Clock;
  readonly maxMails?: number;
}

const DEFAULT_MAX_MAILS = 500;

export async function openMailStore(options: MailStoreOptions): Promise<MailStore> {
  const { directory, clock, maxMails = DEFAULT_MAX_MAILS } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const mails = await readMails(directory);
  let lastStamp = 0;

  const parse = async (id: string): Promise<Email> =>
    await PostalMime.parse(await readFile(join(directory, `${id}.eml`)));
  const find = (id: string) => mails.find((mail) => mail.id === id);

  return {
    list: ({ to } = {}) =>
      to === undefined ? [...mails] : mails.filter((mail) => mail.to.includes(to.trim().toLowerCase())),
    find,
    attachment: async (id, index) => {
      if (find(id) === undefined) return undefined;
      const attachment = (await parse(id)).attachments[index];
      return attachment === undefined ? undefined : { ...describe(attachment), content: bytesOf(attachment) };
    },
    displayHtml: async (id) => {
      if (find(id) === undefined) return null;
      const email = await parse(id);
      return email.html === undefined ? null : embedPictures(email.html, email.attachments);
    },
    receive: async (raw, recipients) => {
      // Names sort by arrival, so that two mails of the same millisecond keep their order.
      lastStamp = Math.max(clock.now(), lastStamp + 1);
      const id = `${String(lastStamp).padStart(15, '0')}-${randomBytes(4).toString('hex')}`;
      const mail = readMail(id, await PostalMime.parse(raw), recipients, lastStamp);
      // The parsed file is written last: without it the next start deletes the other.
      await writeAtomically(join(directory, `${id}.eml`), raw);
      await writeAtomically(join(directory, `${id}.json`), JSON.stringify(mail));
      mails.unshift(mail);
      mails.sort(newestFirst);
      await Promise.all(mails.splice(maxMails).map(({ id: old }) => removeMail(directory, old)));
      return mail;
    },
  };
}

const newestFirst = (a: Mail, b: Mail) => (a.id < b.id ? 1 : -1);

async function readMails(directory: string): Promise<Mail[]> {
  const names = await readdir(directory);
  const complete = new Set(names.filter((name) => name.endsWith('.json')));
  const leftOver = names.filter((name) => !complete.has(name) && !complete.has(name.replace(/eml$/, 'json')));
  await Promise.all(leftOver.map((name) => rm(join(directory, name), { force: true })));
  const mails = await Promise.all(
    [...complete].map(async (name) =>
      mailSchema.parse(JSON.parse(await readFile(join(directory, name), 'utf8'))),
    ),
  );
  return mails.sort(newestFirst);
}

async function removeMail(directory: string, id: string): Promise<void> {
  await rm(join(directory, `${id}.json`), { force: true });
  await rm(join(directory, `${id}.eml`), { force: true });
}

function readMail(id: string, email: Email, recipients: readonly string[], receivedAt: number): Mail {
  const name = email.from?.name ?? '';
  const address = email.from?.address ?? '';
  return {
    id,
    from: name === '' ? address : `${name} <${address}>`,
    to: recipients.map((recipient) => recipient.toLowerCase()),
    subject: email.subject ?? '',
    date: isoDate(email.date) ?? new Date(receivedAt).toISOString(),
    text: email.text ?? null,
    html: email.html ?? null,
    attachments: email.attachments.map((attachment) => ({
      ...describe(attachment),
      size: bytesOf(attachment).byteLength,
    })),
  };
}

function isoDate(value: string | undefined): string | null {
  const time = Date.parse(value ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function describe({ filename, mimeType }: Attachment): { filename: string; contentType: string } {
  return { filename: filename ?? 'attachment', contentType: mimeType };
}

function bytesOf({ content }: Attachment): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

function embedPictures(html: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((text, attachment) => {
    const id = attachment.contentId?.replace(/^<|>$/g, '');
    if (id === undefined || !attachment.mimeType.startsWith('image/')) return text;
    const base64 = Buffer.from(bytesOf(attachment)).toString('base64');
    return text.replaceAll(`cid:${id}`, `data:${attachment.mimeType};base64,${base64}`);
  }, html);
}
