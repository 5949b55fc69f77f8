import { Resolver } from 'node:dns/promises';
import { type Finding, ok, warning, wrong } from '../../doctor/check';
import { codeOf } from '../../database/database';
import { isOwnMachine } from '../../network/deployment';
import { checkSmtp } from '../../mail/check-smtp';
import type { Config } from '../config';

const timeoutMilliseconds = 5_000;

/** The mail server: whether it can be reached and lets the shop sign in. No e-mail is sent. */
export async function lookAtMailServer({ smtpUrl }: Pick<Config['mail'], 'smtpUrl'>): Promise<Finding[]> {
  const { protocol, host, username } = new URL(smtpUrl);
  const state = await checkSmtp(smtpUrl, timeoutMilliseconds);
  switch (state.kind) {
    case 'unreachable':
      return [
        wrong(
          `The mail server ${host} can’t be used (${state.why}): check SMTP_URL, its certificate and the firewall.`,
        ),
      ];
    case 'refused':
      return [
        wrong(
          `The mail server ${host} refuses the name or the password of SMTP_URL (${state.status}): correct them.`,
        ),
      ];
    case 'usable': {
      const isOpen = !state.isEncrypted && !isOwnMachine(`${protocol}//${host}`.replace(/^smtps?:/, 'http:'));
      return [
        state.isSignedIn || username === ''
          ? ok(`The mail server ${host} lets the shop ${state.isSignedIn ? 'sign in' : 'connect'}.`)
          : warning(`The mail server ${host} asks for no sign-in, so the name of SMTP_URL is not used.`),
        isOpen
          ? wrong(
              `E-mails and the password go to ${host} without TLS: use smtps:// or a server with STARTTLS.`,
            )
          : ok(state.isEncrypted ? 'The connection is encrypted.' : 'It is on this machine.'),
      ];
    }
  }
}

/** For tests and documents (RFC 2606). */
const reserved = /(^|\.)(example|invalid|localhost|test)$/i;

/** Hints about the records by which others judge e-mails of a sender. Those of DKIM have a name that only the server knows. */
export async function lookAtSender(
  { address }: Pick<Config['mail']['from'], 'address'>,
  resolver = new Resolver({ timeout: 2_000, tries: 1 }),
): Promise<Finding[]> {
  const domain = address.split('@').at(-1) ?? '';
  if (reserved.test(domain))
    return [warning(`No e-mail can come from ${domain}: set MAIL_FROM to an address of the shop.`)];
  const [spf, dmarc] = await Promise.all([
    findRecord(resolver, domain, /^v=spf1\b/i),
    findRecord(resolver, `_dmarc.${domain}`, /^v=DMARC1\b/i),
  ]);
  const unknown = [spf, dmarc].find((found) => typeof found === 'string');
  if (unknown !== undefined)
    return [warning(`The records of ${domain} can’t be looked up here (${unknown}).`)];
  return [
    spf === true
      ? ok(`${domain} has an SPF record.`)
      : warning(`${domain} has no SPF record (TXT, v=spf1 …): e-mails of the shop may count as spam.`),
    dmarc === true
      ? ok(`_dmarc.${domain} has a DMARC record.`)
      : warning(
          `_dmarc.${domain} has no DMARC record (TXT, v=DMARC1 …), unless its parent has one: large providers ask for it.`,
        ),
  ];
}

/** Whether a TXT record is there; a code if DNS can't say. */
async function findRecord(resolver: Resolver, name: string, form: RegExp): Promise<boolean | string> {
  try {
    return (await resolver.resolveTxt(name)).some((parts) => form.test(parts.join('')));
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? false : code;
  }
}
