import { z } from 'zod';
import { auditAlone } from '../checkout/commands';
import { auditPageSize, readAudit } from '../checkout/queries';
import { textOf } from './parameters';
import { forStaff } from './staff';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

const day = z.iso.date();
const actionName = z.string().regex(/^[a-z_]{1,60}$/);
const entryNumber = z.string().regex(/^\d{1,15}$/);

/** What the form of the page asks for; what is malformed counts as not given. */
export function auditQuery(parameters: Parameters) {
  const about = textOf(parameters['about'])?.trim().slice(0, 254) ?? '';
  return {
    // No database can store a NUL.
    about: about === '' || about.includes('\0') ? undefined : about,
    action: actionName.safeParse(textOf(parameters['action'])).data,
    from: day.safeParse(textOf(parameters['from'])).data,
    to: day.safeParse(textOf(parameters['to'])).data,
    before: entryNumber.safeParse(textOf(parameters['before'])).data,
  };
}

/** A page of the audit log. That it was read is an entry, too. */
export function searchAudit(query: ReturnType<typeof auditQuery>) {
  return forStaff('audit:read', async (member, { checkoutContext, config }) => {
    const { before, ...filter } = query;
    const entries = await readAudit(checkoutContext.database, {
      ...filter,
      timeZone: config.timeZone,
      before: before === undefined ? undefined : Number(before),
    });
    const given = Object.keys(filter).filter((name) => filter[name as keyof typeof filter] !== undefined);
    await auditAlone(checkoutContext, {
      staff: member.id,
      action: 'audit_read',
      detail: { by: given.join(' '), found: entries.length },
    });
    return { entries, next: entries.length === auditPageSize ? entries.at(-1)?.id : undefined };
  });
}
