import { run } from '@zootools/email-spell-checker';
import { typedEmail } from '@/lib/contract/typed-text';

/** Providers with many customers in the countries of our languages. An address at one of them is never doubted. */
const domains = [
  ...['gmail.com', 'googlemail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'mail.com', 'email.com'],
  ...[
    'hotmail.com',
    'hotmail.fr',
    'hotmail.de',
    'hotmail.es',
    'hotmail.it',
    'hotmail.nl',
    'hotmail.co.uk',
    'hotmail.be',
  ],
  ...['outlook.com', 'outlook.fr', 'outlook.de', 'outlook.es', 'outlook.it', 'outlook.be', 'msn.com'],
  ...[
    'live.com',
    'live.fr',
    'live.de',
    'live.it',
    'live.nl',
    'live.be',
    'live.co.uk',
    'live.dk',
    'live.se',
    'live.at',
    'live.ca',
  ],
  ...['yahoo.com', 'yahoo.fr', 'yahoo.de', 'yahoo.es', 'yahoo.it', 'yahoo.co.uk', 'yahoo.ca', 'ymail.com'],
  ...[
    'proton.me',
    'protonmail.com',
    'pm.me',
    'zoho.com',
    'hey.com',
    'fastmail.com',
    'tutanota.com',
    'yandex.com',
  ],
  ...['orange.fr', 'wanadoo.fr', 'free.fr', 'laposte.net', 'sfr.fr', 'neuf.fr', 'bbox.fr', 'numericable.fr'],
  ...['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.fr', 'web.de', 't-online.de', 'freenet.de'],
  ...[
    'posteo.de',
    'mailbox.org',
    'arcor.de',
    'bluewin.ch',
    'aon.at',
    'telefonica.net',
    'movistar.es',
    'ya.com',
  ],
  ...['libero.it', 'virgilio.it', 'tiscali.it', 'alice.it', 'tin.it', 'tim.it', 'fastwebnet.it', 'pec.it'],
  ...['ziggo.nl', 'kpnmail.nl', 'planet.nl', 'xs4all.nl', 'hetnet.nl', 'home.nl', 'upcmail.nl', 'casema.nl'],
  ...['skynet.be', 'telenet.be', 'proximus.be', 'btinternet.com', 'sky.com', 'ntlworld.com', 'comcast.net'],
];

/** The same address at a well-known provider, if its domain looks mistyped; otherwise null. */
export function suggestEmail(typed: string): string | null {
  const email = typedEmail(typed);
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1) return null;
  // A short domain is close to many others that exist.
  const domainThreshold = domain.length < 9 ? 1 : 2;
  const options = { domains, domainThreshold, topLevelDomains: [], secondLevelDomains: [] };
  const found = run({ email, ...options });
  return found === undefined ? null : `${email.slice(0, at)}@${found.domain}`;
}
