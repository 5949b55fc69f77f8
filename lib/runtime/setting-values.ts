import { z } from 'zod';
import { type StaffRole, staffRoles } from './staff-roles';

// The kinds of values that the storefront's settings have. Each message continues a sentence that begins with the name of
// the setting.

export const text = z.string('is missing');
export const optionalText = z.string().optional();

export function address(protocols: RegExp, rule: string) {
  return text.pipe(z.url({ protocol: protocols, error: `has to be ${rule}` }));
}

export const webAddress = address(/^https?$/, 'a web address such as https://tickets.example');
export const secret = (characters: number) =>
  text.min(characters, `has to have at least ${characters} characters`);

export function number(pattern: RegExp, rule: string) {
  return z.string().regex(pattern, `has to be ${rule}`).transform(Number);
}

const portRule = 'a port number from 1 to 65535';
export const port = number(/^\d{1,5}$/, portRule).refine(
  (value) => value >= 1 && value <= 65_535,
  `has to be ${portRule}`,
);
export const units = number(/^[1-9]\d{0,5}$/, 'a number from 1 to 999999');
export const processes = number(/^([1-9]|[1-5]\d|6[0-4])$/, 'a number of processes from 1 to 64');
export const seconds = number(/^\d{1,3}$/, 'a number of seconds from 0 to 999');
export const minutes = number(/^([1-9]|[1-5]\d|60)$/, 'a number of minutes from 1 to 60');
export const hour = number(/^([01]?\d|2[0-3])$/, 'an hour from 0 to 23');
export const days = number(/^[1-9]\d{0,4}$/, 'a number of days from 1 to 99999');

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
