import PostalMime, { type Email } from 'postal-mime';
import { smtpReply, startSmtpServer } from './smtp-server';

/** A fake mail server with one mailbox, in memory. */
export interface MailServer {
  url: string;
  mails: { recipients: string[]; mail: Email }[];
  /** Refuses the next e-mails: temporarily (4xx) or permanently (5xx). */
  refusals: number[];
  /** Recipients that the server refuses, with its reply: 550 for a mailbox that does not exist. */
  refusedRecipients: Map<string, number>;
  /** Happens while the server takes its time with the next e-mail, before it answers; null: nothing. */
  meanwhile: (() => Promise<void>) | null;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const refusals: number[] = [];
  const refusedRecipients: MailServer['refusedRecipients'] = new Map();
  const happening: Pick<MailServer, 'meanwhile'> = { meanwhile: null };
  const { port, close } = await startSmtpServer({
    port: 0,
    refusalOf: (address) => refusedRecipients.get(address) ?? null,
    receive: async (raw, recipients) => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw smtpReply(refusal, 'not now');
      mails.push({ recipients, mail: await PostalMime.parse(raw) });
      const { meanwhile } = happening;
      happening.meanwhile = null;
      await meanwhile?.();
      return 'kept';
    },
    // Tests break connections on purpose.
    onError: () => undefined,
  });
  return Object.assign(happening, {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    refusedRecipients,
    close,
  });
}
