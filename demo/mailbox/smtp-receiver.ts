import { smtpReply, type SmtpServer, startSmtpServer } from '@/testing/fakes/mail/smtp-server';
import type { MailStore } from './mail-store';

export interface SmtpReceiverOptions {
  readonly port: number;
  readonly store: MailStore;
  /** Called for connections that broke and for mails that could not be stored. */
  readonly onError: (error: Error) => void;
}

/** This mailbox does not exist: mail to it is permanently refused, to show what staff do then. */
export const unknownMailbox = 'unknown';

/** Stores what the mail server gets. Throws what `listen` throws, such as EADDRINUSE. */
export function startSmtpReceiver({ port, store, onError }: SmtpReceiverOptions): Promise<SmtpServer> {
  return startSmtpServer({
    port,
    refusalOf: (address) => (address.startsWith(`${unknownMailbox}@`) ? 550 : null),
    receive: async (raw, recipients) => {
      try {
        const { id } = await store.receive(raw, recipients);
        return `kept as ${id}`;
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        throw smtpReply(451, 'The message could not be kept.');
      }
    },
    onError,
  });
}
