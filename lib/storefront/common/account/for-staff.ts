import { type AppContext, getAppContext } from '../../../runtime/app-context';
import type { Permission } from '../../../runtime/staff-roles';
import { readSignIn } from './sign-in';
import { accessOf, may, type StaffAccess, type StaffMember } from './staff-access';

export async function staffAccess(): Promise<StaffAccess> {
  return accessOf(await getAppContext(), await readSignIn());
}

export type ForStaff<Value> =
  | Exclude<StaffAccess, { kind: 'staff' }>
  /** The roles of the person do not allow it. */
  | { kind: 'not_allowed'; member: StaffMember }
  | { kind: 'staff'; member: StaffMember; value: Value };

/** Does the work if the roles of the person who is signed in allow it. */
export async function forStaff<Value>(
  permission: Permission,
  work: (member: StaffMember, appContext: AppContext) => Promise<Value>,
): Promise<ForStaff<Value>> {
  const access = await staffAccess();
  if (access.kind !== 'staff') return access;
  const { member } = access;
  const appContext = await getAppContext();
  if (may(member, permission)) return { ...access, value: await work(member, appContext) };
  appContext.security({ event: 'role_missing', staff: member.id, needs: permission });
  return { kind: 'not_allowed', member };
}

/** What staff get from `Read`. */
export type StaffAnswer<Read extends (...parameters: never[]) => Promise<ForStaff<unknown>>> = Extract<
  Awaited<ReturnType<Read>>,
  { kind: 'staff' }
>['value'];
