import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import type { z } from 'zod';
import type { Language } from '../../../locale/languages';
import { paths, type Query, withQuery } from '../../../locale/paths';
import type { Need, Permission } from '../../../runtime/staff-roles';
import {
  type ForStaff,
  forStaff,
  forStaffOfBooking,
  type Staff,
  type StaffOfBooking,
} from '../account/for-staff';
import { asForm, attemptAfter, readForm } from './read-form';

// Every server action is made here (app/server-actions.test.ts), but keeps its own function in its file: Next makes the
// name by which forms call it from that function and its parameters.

/** What was sent beside the values of the form's fields. */
export interface Sent {
  readonly form: FormData;
  readonly language: Language;
}

/** How an action is called: with a form, or by a form that stays as it is when there is a problem. */
type Call = readonly [form: FormData] | readonly [previous: { readonly attempt: number }, form: FormData];

/** What an action resolves to: nothing if `Led` is the address to which it leads, or else what its form shows. */
type Shown<Led> = Exclude<Led, string> & { readonly attempt: number };

/** An action for everybody: `work` itself checks what the caller may do. It resolves to where the action leads. */
export function shopAction<Fields extends z.ZodType, Led extends string | object>(
  fields: Fields,
  work: (values: z.output<Fields>, sent: Sent) => Promise<Led>,
) {
  return async (...call: Call): Promise<Shown<Led>> => {
    const attempt = call.length === 1 ? 1 : attemptAfter(call[0]);
    const form = asForm(call.length === 1 ? call[0] : call[1]);
    const values = readForm(fields, form);
    const led = await work(values, { form, language: await getLocale() });
    if (typeof led === 'string') redirect(led);
    return Object.assign({ attempt }, led) as unknown as Shown<Led>;
  };
}

/**
 * An action of staff with this permission. `page`: the page of the form. `work` resolves to where the action leads, to
 * what the page says then, in its address, or to null if it says nothing. Others read that nothing was done.
 */
export function staffAction<Needed extends Need, Fields extends z.ZodType>(
  permission: Needed,
  fields: Fields,
  page: (values: z.output<Fields>, sent: Sent) => string,
  work: (staff: Staff<Needed>, values: z.output<Fields>, sent: Sent) => Promise<string | Query | null>,
) {
  return shopAction(fields, async (values, sent) =>
    leadBack(page(values, sent), await forStaff(permission, (staff) => work(staff, values, sent)), sent),
  );
}

type OfBooking = z.ZodType<{ readonly checkoutId: string }>;

/** The same on a booking, for who may see all its tickets. */
export function bookingAction<Needed extends Permission, Fields extends OfBooking>(
  permission: Needed,
  fields: Fields,
  page: (values: z.output<Fields>, sent: Sent) => string,
  work: (
    staff: StaffOfBooking<Needed>,
    values: z.output<Fields>,
    sent: Sent,
  ) => Promise<string | Query | null>,
) {
  return shopAction(fields, async (values, sent) => {
    const answer = await forStaffOfBooking(permission, values.checkoutId, (staff) =>
      work(staff, values, sent),
    );
    return leadBack(page(values, sent), answer, sent);
  });
}

function leadBack(back: string, answer: ForStaff<string | Query | null>, { language }: Sent): string {
  if (answer.kind !== 'staff') return paths.staffNotDone(language, { back });
  return typeof answer.value === 'string' ? answer.value : withQuery(back, answer.value ?? {});
}

type Refusal = Exclude<ForStaff<unknown>['kind'], 'staff'>;

/** The person may not do it, or is not signed in any more. */
export interface NotAllowed {
  readonly kind: 'not_allowed';
  readonly text: string;
}

/**
 * An action of staff by a form that stays as it is when there is a problem: `work` resolves to where the action leads, or
 * to the problem; `again` to what the form shows then.
 */
export function staffFormAction<
  Needed extends Need,
  Fields extends z.ZodType,
  Problem extends { readonly kind: string },
  State extends object,
>(
  permission: Needed,
  fields: Fields,
  again: (values: z.output<Fields>, problem: Problem | NotAllowed, sent: Sent) => Promise<State>,
  work: (staff: Staff<Needed>, values: z.output<Fields>, sent: Sent) => Promise<string | NoInfer<Problem>>,
) {
  return shopAction(fields, async (values, sent) => {
    const answer = await forStaff(permission, (staff) => work(staff, values, sent));
    const led = answer.kind === 'staff' ? answer.value : await notAllowed(answer.kind);
    return typeof led === 'string' ? led : again(values, led, sent);
  });
}

/** The same on a booking, for who may see all its tickets. */
export function bookingFormAction<
  Needed extends Permission,
  Fields extends OfBooking,
  Problem extends { readonly kind: string },
  State extends object,
>(
  permission: Needed,
  fields: Fields,
  again: (values: z.output<Fields>, problem: Problem | NotAllowed, sent: Sent) => Promise<State>,
  work: (
    staff: StaffOfBooking<Needed>,
    values: z.output<Fields>,
    sent: Sent,
  ) => Promise<string | NoInfer<Problem>>,
) {
  return shopAction(fields, async (values, sent) => {
    const answer = await forStaffOfBooking(permission, values.checkoutId, (staff) =>
      work(staff, values, sent),
    );
    const led = answer.kind === 'staff' ? answer.value : await notAllowed(answer.kind);
    return typeof led === 'string' ? led : again(values, led, sent);
  });
}

async function notAllowed(why: Refusal): Promise<NotAllowed> {
  const t = await getTranslations('staff.notDone');
  return { kind: 'not_allowed', text: t(why === 'signed_out' ? 'signedOutForm' : 'notAllowedForm') };
}
