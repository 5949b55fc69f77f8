import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { z } from 'zod';

/** A PDF, unless it says something else. */
export interface Attachment {
  filename: string;
  content: Uint8Array;
  type?: 'text/calendar';
}

/** Base64 makes a file a third longer, and an e-mail has at most a megabyte. */
export const mostAttachedBytes = 700_000;

export const attachedBytes = (attachments: readonly Attachment[]): number =>
  attachments.reduce((sum, { content }) => sum + content.length, 0);

export interface Email {
  /** Only an address: a customer's name never gets into a header. */
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
  /** Equal for every attempt to send one e-mail, so that a mailbox can recognize a repetition. */
  messageId: string;
}

export interface Mailer {
  /** Resolves when the server has accepted the e-mail. Throws MailError otherwise. */
  send(email: Email): Promise<void>;
  close(): void;
}

/** The mail server did not accept an e-mail. `retry`: whether trying again later can help. */
export class MailError extends Error {
  override name = 'MailError';

  // Next bundles pages, routes and instrumentation separately, so there are several copies of this class. Therefore
  // errors are recognized by their name.
  static override [Symbol.hasInstance](value: unknown): value is MailError {
    return value instanceof Error && value.name === 'MailError';
  }

  constructor(
    message: string,
    readonly retry: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Connections to the mail server at once: as many as providers allow for one sender (Microsoft 365: three). */
export const mailConnections = 3;

export interface SmtpOptions {
  smtpUrl: string;
  from: { readonly name: string; readonly address: string };
  /** The time limit for connecting and for the greeting; the limit for other answers is twice that (10 s). */
  timeoutMilliseconds?: number;
}

export function smtpMailer(options: SmtpOptions): Mailer {
  const timeout = options.timeoutMilliseconds ?? 10_000;
  const pool: SMTPPool.Options & { maxRequeues: number } = {
    url: options.smtpUrl,
    pool: true,
    maxConnections: mailConnections,
    // The outbox repeats an e-mail whose connection breaks, because it counts the attempts and waits.
    maxRequeues: 0,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: 2 * timeout,
  };
  // A separate transport object: with a URL, createTransport ignores every other option.
  const transport = createTransport(new SMTPPool(pool), { disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ to, subject, text, html, messageId, attachments = [] }) {
      try {
        await transport.sendMail({
          from: options.from,
          // As an object it is one address and never parsed as a list.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          attachments: attachments.map(({ filename, content, type }) => ({
            filename,
            content: Buffer.from(content),
            contentType: type === undefined ? 'application/pdf' : `${type}; charset=utf-8; method=PUBLISH`,
          })),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => transport.close(),
  };
}

const smtpErrorSchema = z.object({ responseCode: z.int().optional(), command: z.string().optional() });

/**
 * RFC 5321 §4.2.1: replies from 500 up are permanent. Replies to the recipient and to the message are about the
 * e-mail; earlier ones (to signing in, to the sender's address) are about the shop's settings, which the operator
 * can correct. The server's text is left out, because it may quote the address.
 */
function refusal(error: unknown): MailError {
  const { responseCode = null, command = '' } = smtpErrorSchema.safeParse(error).data ?? {};
  const isAboutEmail = /^(RCPT TO|DATA)$/.test(command);
  return new MailError(
    responseCode === null
      ? "the mail server can't be reached"
      : `the mail server answered ${responseCode}${isAboutEmail ? '' : ` to ${command}`}`,
    responseCode === null || responseCode < 500 || !isAboutEmail,
    { cause: error },
  );
}
