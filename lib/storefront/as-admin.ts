import { typedEmailSchema } from '../contract/customer';
import type { StaffMember } from './staff-access';

/** `not_admin`: the person lacks the role "admin". `email`: the typed text is not an e-mail address. */
export type AsAdmin<Value> = Value | 'not_admin' | 'email';

/** Runs work about the customer with an e-mail address, for staff who may see and erase customer data. */
export async function asAdmin<Value>(
  { id, isAdmin }: StaffMember,
  typed: unknown,
  work: (email: string, staff: string) => Promise<Value>,
): Promise<AsAdmin<Value>> {
  if (!isAdmin) return 'not_admin';
  const email = typedEmailSchema.safeParse(typed);
  return email.success ? work(email.data, id) : 'email';
}

/** Runs work that only staff with the role "admin" may do; `refuse` records that somebody else has tried. */
export async function onlyAdmin<Value>(
  { id, isAdmin }: StaffMember,
  refuse: (staff: string) => void,
  work: () => Promise<Value>,
): Promise<Value | 'not_admin'> {
  if (isAdmin) return work();
  refuse(id);
  return 'not_admin';
}
