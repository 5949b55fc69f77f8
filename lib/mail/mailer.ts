import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { z } from 'zod';

export interface Letter {
  /** An address, nothing else: names of customers never get into a header. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every try to send the same letter, so that a mailbox can tell a repetition. */
  messageId: string;
}

export interface Mailer {
  /** Resolves when the server has taken the letter. Throws MailError when it has not. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** The mail server did not take a letter. `retry`: whether trying again later can help. */
export class MailError extends Error {
  override name = 'MailError';

  // Next bundles pages, routes and instrumentation apart: one error class is several there, and its name is its own.
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

export interface SmtpOptions {
  smtpUrl: string;
  from: string;
  /** How long the server may take to connect, to greet and, twice that, to answer anything else (10 s). */
  timeoutMilliseconds?: number;
}

/** Sends letters over SMTP. */
export function smtpMailer(options: SmtpOptions): Mailer {
  const timeout = options.timeoutMilliseconds ?? 10_000;
  const pool: SMTPPool.Options & { maxRequeues: number } = {
    url: options.smtpUrl,
    pool: true,
    maxConnections: 2,
    // A letter whose connection breaks is tried again by the outbox, which counts and waits.
    maxRequeues: 0,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: 2 * timeout,
  };
  // As a transport of its own: beside a URL, createTransport ignores every other option.
  const transport = createTransport(new SMTPPool(pool), { disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ to, subject, text, html, messageId }) {
      try {
        await transport.sendMail({
          from: options.from,
          // As an object it is one address and never parsed as a list.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => transport.close(),
  };
}

/** What nodemailer tells of a reply: its code, and what it answered. */
const smtpErrorSchema = z.object({ responseCode: z.int().optional(), command: z.string().optional() });

/**
 * RFC 5321 §4.2.1: replies from 500 up are for good. Those to the recipient and to the message are about the e-mail;
 * earlier ones (to signing in, to the sender's address) are about the shop's settings, which the operator can correct.
 * The server's words may quote the address; they are left out.
 */
function refusal(error: unknown): MailError {
  const { responseCode = null, command = '' } = smtpErrorSchema.safeParse(error).data ?? {};
  const isAboutLetter = /^(RCPT TO|DATA)$/.test(command);
  return new MailError(
    responseCode === null
      ? "the mail server can't be reached"
      : `the mail server answered ${responseCode}${isAboutLetter ? '' : ` to ${command}`}`,
    responseCode === null || responseCode < 500 || !isAboutLetter,
    { cause: error },
  );
}
