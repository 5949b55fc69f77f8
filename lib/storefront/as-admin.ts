import { typedEmailSchema } from '../contract/customer';
import type { StaffMember } from './staff-access';

/** `not_admin`: the person lacks the role "admin". `email`: what was typed is no address. */
export type AsAdmin<Value> = Value | 'not_admin' | 'email';

/** Does work about the customer with an e-mail address, for those who may see and erase what is kept of customers. */
export async function asAdmin<Value>(
  { id, isAdmin }: StaffMember,
  typed: unknown,
  work: (email: string, staff: string) => Promise<Value>,
): Promise<AsAdmin<Value>> {
  if (!isAdmin) return 'not_admin';
  const email = typedEmailSchema.safeParse(typed);
  return email.success ? work(email.data, id) : 'email';
}
