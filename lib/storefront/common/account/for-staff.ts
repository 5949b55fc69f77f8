import { type AppContext, getAppContext } from '../../../runtime/app-context';
import type { Permission } from '../../../runtime/staff-roles';
import { type AuditRecord, auditAlone } from '../../../shop/data/audit-store';
import { readSignIn } from './sign-in';
import { readAccess, may, type StaffAccess, type StaffMember } from './staff-access';

export async function staffAccess(): Promise<StaffAccess> {
  return readAccess(await getAppContext(), await readSignIn());
}

declare const checked: unique symbol;

/**
 * A person whose roles include the permission, with what their work needs. Only `forStaff` makes one, so a function that
 * takes it can't be called without the check, nor after the check of another permission. The lines of `log` name the person.
 */
export type Staff<Needed extends Permission> = AppContext & {
  readonly member: StaffMember;
  /** Writes an entry of the audit log, for what has no transaction here. */
  readonly audit: (record: Omit<AuditRecord, 'staff'>) => Promise<void>;
  readonly [checked]: Needed;
};

export type ForStaff<Value> =
  | Exclude<StaffAccess, { kind: 'staff' }>
  /** The roles of the person do not allow it. */
  | { kind: 'not_allowed'; member: StaffMember }
  | { kind: 'staff'; member: StaffMember; value: Value };

/** Does the work if the roles of the person who is signed in allow it. */
export async function forStaff<Needed extends Permission, Value>(
  permission: Needed,
  work: (staff: Staff<Needed>) => Promise<Value>,
): Promise<ForStaff<Value>> {
  const access = await staffAccess();
  if (access.kind !== 'staff') return access;
  const { member } = access;
  const appContext = await getAppContext();
  if (may(member, permission)) return { ...access, value: await work(staffOf<Needed>(member, appContext)) };
  appContext.security({ event: 'role_missing', staff: member.id, needs: permission });
  return { kind: 'not_allowed', member };
}

function staffOf<Needed extends Permission>(member: StaffMember, appContext: AppContext) {
  const log = appContext.log.child({ staff: member.id });
  const audit: Staff<Needed>['audit'] = (record) =>
    auditAlone(appContext.checkoutContext, { ...record, staff: member.id });
  return { ...appContext, log, member, audit } as Staff<Needed>;
}

/** What staff get from `Read`. */
export type StaffAnswer<Read extends (...parameters: never[]) => Promise<ForStaff<unknown>>> = Extract<
  Awaited<ReturnType<Read>>,
  { kind: 'staff' }
>['value'];
