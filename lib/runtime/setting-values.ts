import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { isDecodable, wrongEscape } from '../database/database-url';
import { numberFrom, webUrl } from '../network/setting-kinds';
import { type StaffRole, staffRoles } from './staff-roles';

// The kinds of values that the storefront's settings have. Each message continues a sentence that begins with the name of
// the setting.

export const text = z.string('is missing');
const secretKey = 'has to be the secret key of the payment provider, sk_… or rk_…';
export const optionalText = z.string().optional();

export function address(protocols: RegExp, rule: string) {
  return text.pipe(
    z
      .url({ protocol: protocols, error: `has to be ${rule}`, abort: true })
      .refine(isDecodable, { error: `has a % that ${wrongEscape}` }),
  );
}

export const webAddress = text.pipe(webUrl('https://tickets.example'));
export const secret = (characters: number) =>
  text.min(characters, `has to have at least ${characters} characters`);

/** A key of the payment provider, or the secret of its webhooks: one is easily set in place of the other. */
export const paymentKey = text
  .refine((key) => !key.startsWith('pk_'), `${secretKey}: this is the publishable key`)
  .refine((key) => !key.startsWith('whsec_'), `${secretKey}: this is the secret of its webhooks`)
  .pipe(secret(16));
export const webhookSecret = text
  .refine(
    (key) => !/^[prs]k_/.test(key),
    'has to be the secret that signs webhooks, whsec_…: this is a key of the payment provider',
  )
  .pipe(secret(16));

export const defaultPort = 3000;
export const minutes = numberFrom(1, 60, 'a number of minutes');
export const hour = numberFrom(0, 23, 'an hour');
export const days = numberFrom(1, 99_999, 'a number of days');

export const groupLimits = z.string().transform((list, issue) => {
  const limits = list.split(',').map((one) => /^([0-9a-f-]{36}):([1-9]\d?)$/i.exec(one.trim()));
  const known = limits.flatMap((limit) => {
    const [, catalogId, most] = limit ?? [];
    return catalogId === undefined || most === undefined
      ? []
      : [[catalogId.toLowerCase(), Number(most)] as const];
  });
  if (known.length < limits.length)
    issue.addIssue(
      'has to be a list of catalogue identifiers with a number from 1 to 99, such as "0b51…:30, 7d9f…:6"',
    );
  return new Map<string, number>(known);
});

export const hosts = z
  .string()
  .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
  .refine(
    (list) => list.every((host) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(host)),
    'has to be a list of hosts such as "files.example,storage.example:8443"',
  );

/** The database refuses to delete younger entries of the audit log. */
export const leastAuditDays = 366;

export const roleNames = z.string().transform((list, issue) => {
  const pairs = list.split(',').map((one) => /^\s*([a-z]+)\s*=\s*(\S+)\s*$/.exec(one));
  const known = pairs.flatMap((pair) => {
    const role = staffRoles.find((one) => one === pair?.[1]);
    return role === undefined || pair?.[2] === undefined ? [] : [[pair[2], role] as const];
  });
  if (known.length < pairs.length)
    issue.addIssue(
      `has to be a list of our roles (${staffRoles.join(', ')}) with the identity provider’s names, such as "agent=ticket-desk,admin=ticket-admins"`,
    );
  return new Map<string, StaffRole>(known);
});

export const defaultShopName = 'Programme';

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** In headers of pages and e-mails there is room for this many characters. */
export const shopName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u, 'has to be one line of at most 60 characters');

export const shopTimeZone = z
  .string()
  .regex(/^[A-Za-z]/, 'has to be the name of a time zone such as Europe/Paris')
  .refine(isTimeZone, 'has to be the name of a time zone such as Europe/Paris');
export const defaultShopTimeZone = 'Europe/Paris';

/** For the user of the program. */
export function isReadableFolder(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}
