import { describe, expectTypeOf, it } from 'vitest';
import type { AppContext } from '../../../runtime/app-context';
import type { tryOrderAgain } from '../../staff/order/change-order';
import { forStaff, type Staff } from './for-staff';
import type { StaffMember } from './staff-access';

type OrderStaff = Parameters<typeof tryOrderAgain>[0];

// The type check fails (`npm run typecheck`) when one of these does not hold.
describe('what staff do', () => {
  it('does not compile without the check of the permission, or with another one', () => {
    expectTypeOf<Staff<'orders:change'>>().toExtend<OrderStaff>();
    expectTypeOf<Staff<'orders:read'>>().not.toExtend<OrderStaff>();
    expectTypeOf<
      AppContext & { member: StaffMember; audit: OrderStaff['audit'] }
    >().not.toExtend<OrderStaff>();
  });

  it('gets what the check of its own permission makes', () => {
    expectTypeOf(forStaff<'orders:change', null>)
      .parameter(1)
      .parameter(0)
      .toEqualTypeOf<OrderStaff>();
  });
});
