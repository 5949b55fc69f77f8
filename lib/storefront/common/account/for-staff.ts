import { type AppContext, getAppContext } from '../../../runtime/app-context';
import type { Need, Permission } from '../../../runtime/staff-roles';
import { isBookingOfCatalogs } from '../../../shop/data/booking-catalogs';
import { includesCatalog } from '../../../shop/rules/staff-catalogs';
import { type AuditRecord, auditAlone } from '../../../shop/data/audit-store';
import { readSignIn } from './sign-in';
import { readAccess, may, type StaffAccess, type StaffMember } from './staff-access';

export async function staffAccess(): Promise<StaffAccess> {
  return readAccess(await getAppContext(), await readSignIn());
}

declare const checked: unique symbol;
declare const ofBooking: unique symbol;
declare const ofCatalog: unique symbol;

/**
 * A person who may do what is needed, with what their work needs: `… by catalog` also for who works with some catalogues
 * only, so that all that takes it looks only at those of `member.catalogs`. Only `forStaff` makes one, so a function that
 * takes it can't be called without the check, nor after the check of another permission. The lines of `log` name the person.
 */
export type Staff<Needed extends Need> = AppContext & {
  readonly member: StaffMember;
  /** Writes an entry of the audit log, for what has no transaction here. */
  readonly audit: (record: Omit<AuditRecord, 'staff'>) => Promise<void>;
  readonly [checked]: Needed;
};

/** A person who may do what is needed, and may see all tickets of the booking. Only `forStaffOfBooking` makes one. */
export type StaffOfBooking<Needed extends Permission> = Staff<`${Needed} by catalog`> & {
  readonly [ofBooking]: true;
};

/** A person who may do what is needed in a catalogue, and works with it. Only `forStaffOfCatalog` makes one. */
export type StaffOfCatalog<Needed extends Permission> = Staff<`${Needed} by catalog`> & {
  readonly [ofCatalog]: true;
};

export type ForStaff<Value> =
  | Exclude<StaffAccess, { kind: 'staff' }>
  /** The roles of the person do not allow it. */
  | { kind: 'not_allowed'; member: StaffMember }
  | { kind: 'staff'; member: StaffMember; value: Value };

/** Does the work if the roles of the person who is signed in allow it. */
export async function forStaff<Needed extends Need, Value>(
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

/**
 * Does the work on a booking, if the person may do it, and all its tickets are of catalogues with which the person works; they
 * learn nothing of others, also not whether there is one. One statement, for who works with some catalogues only.
 */
export const forStaffOfBooking = <Needed extends Permission, Value>(
  permission: Needed,
  checkoutId: string,
  work: (staff: StaffOfBooking<Needed>) => Promise<Value>,
): Promise<ForStaff<Value>> =>
  forStaffWithin(
    permission,
    ({ member, checkoutContext }) =>
      isBookingOfCatalogs(checkoutContext.database, checkoutId, member.catalogs),
    (staff) => work(staff as StaffOfBooking<Needed>),
  );

/** Does the work on a catalogue, if the person may do it, and works with it. `catalogId` may come from an address. */
export const forStaffOfCatalog = <Needed extends Permission, Value>(
  permission: Needed,
  catalogId: string,
  work: (staff: StaffOfCatalog<Needed>) => Promise<Value>,
): Promise<ForStaff<Value>> =>
  forStaffWithin(
    permission,
    ({ member }) => Promise.resolve(includesCatalog(member.catalogs, catalogId)),
    (staff) => work(staff as StaffOfCatalog<Needed>),
  );

async function forStaffWithin<Needed extends Permission, Value>(
  permission: Needed,
  isWithin: (staff: Staff<`${Needed} by catalog`>) => Promise<boolean>,
  work: (staff: Staff<`${Needed} by catalog`>) => Promise<Value>,
): Promise<ForStaff<Value>> {
  const need = `${permission} by catalog` as const;
  const answer = await forStaff(need, async (staff) => {
    if (await isWithin(staff)) return { value: await work(staff) };
    staff.security({ event: 'role_missing', staff: staff.member.id, needs: need });
    return null;
  });
  if (answer.kind !== 'staff') return answer;
  const { member, value: done } = answer;
  return done === null ? { kind: 'not_allowed', member } : { kind: 'staff', member, value: done.value };
}

function staffOf<Needed extends Need>(member: StaffMember, appContext: AppContext) {
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
