import { describe, expectTypeOf, it } from 'vitest';
import type { AppContext } from '../../../runtime/app-context';
import type { tryOrderAgain } from '../../staff/order/change-order';
import { forStaff, forStaffOfBooking, type Staff, type StaffOfBooking } from './for-staff';
import type { StaffMember } from './staff-access';

type OrderStaff = Parameters<typeof tryOrderAgain>[0];

// The type check fails (`npm run typecheck`) when one of these does not hold.
describe('what staff do', () => {
  it('does not compile without the check of the permission, or with another one', () => {
    expectTypeOf<StaffOfBooking<'orders:change'>>().toExtend<OrderStaff>();
    expectTypeOf<StaffOfBooking<'orders:read'>>().not.toExtend<OrderStaff>();
    // Nor without the check that the booking is of a catalogue of theirs.
    expectTypeOf<Staff<'orders:change by catalog'>>().not.toExtend<OrderStaff>();
    expectTypeOf<Staff<'orders:change'>>().not.toExtend<OrderStaff>();
    // What looks at all catalogues takes nobody who works with some.
    expectTypeOf<Staff<'orders:read by catalog'>>().not.toExtend<Staff<'orders:read'>>();
    expectTypeOf<
      AppContext & { member: StaffMember; audit: OrderStaff['audit'] }
    >().not.toExtend<OrderStaff>();
  });

  it('gets what the check of its own permission makes', () => {
    expectTypeOf(forStaff<'orders:change', null>)
      .parameter(1)
      .parameter(0)
      .toEqualTypeOf<Staff<'orders:change'>>();
    expectTypeOf(forStaffOfBooking<'orders:change', null>)
      .parameter(2)
      .parameter(0)
      .toEqualTypeOf<OrderStaff>();
  });
});
