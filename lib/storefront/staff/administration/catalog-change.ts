import type { Changed, Why } from '../../../client/changed';
import { ServiceError } from '../../../client/service-error';
import { type OverrideInput, reasonSchema } from '../../../contract/catalog-override';
import { mostUnits } from '../../../contract/feed';
import { typedText } from '../../../contract/typed-text';
import { isDay } from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { isId } from '../../common/request/load';
import type { Staff } from '../../common/account/for-staff';
import type { StaffMember } from '../../common/account/staff-access';
import { typedAmount } from '../../common/forms/typed-amount';
import { cutText } from '../../../contract/plain-text';

/** What was typed into the form for a change. */
export interface TypedChange {
  readonly reason: string;
  readonly capacity: string;
  readonly amount: string;
  readonly from: string;
}

/**
 * Why nothing was changed. `refused`: the service says why. `not_found`: it was removed, or replaced, in the meantime.
 * `unavailable`: it is not known whether the change was made.
 */
export type CallProblem =
  | { readonly kind: 'not_found' | 'unavailable' | 'not_set_up' }
  | { readonly kind: 'refused'; readonly text: string; readonly path: string | null };

/** What is wrong with a change: a field, or the call. */
export type ChangeProblem = CallProblem | { readonly kind: keyof TypedChange };

/** The name under which the service records the change. */
export function actorOf({ name, id }: StaffMember): string {
  return cutText(name.trim() === '' ? id : name.trim(), 100);
}

/** A number of units; null for anything else. */
export function typedCapacity(text: string): number | null {
  const typed = typedText(text);
  if (!/^\d{1,10}$/.test(typed)) return null;
  const units = Number(typed);
  return units <= mostUnits ? units : null;
}

/** The change that was typed; or the field that is wrong. */
export function readTyped(
  what: 'close' | 'capacity' | 'price' | 'hide',
  subject: string,
  { reason: typedReason, capacity: typedUnits, amount, from }: TypedChange,
  actor: string,
): OverrideInput | keyof TypedChange {
  const reason = reasonSchema.safeParse(typedReason).data;
  switch (what) {
    case 'close':
      return reason === undefined ? 'reason' : { kind: 'sales_stop', subject, actor, reason };
    case 'hide':
      return reason === undefined ? 'reason' : { kind: 'hidden', actor, reason };
    case 'capacity': {
      const capacity = typedCapacity(typedUnits);
      if (capacity === null) return 'capacity';
      return reason === undefined ? 'reason' : { kind: 'capacity', subject, capacity, actor, reason };
    }
    case 'price': {
      const amountInclTax = typedAmount(amount);
      if (amountInclTax === null) return 'amount';
      if (!isDay(from)) return 'from';
      if (reason === undefined) return 'reason';
      const nothing = { originalAmountInclTax: null, amountExclTax: null };
      return { kind: 'price', subject, from, amountInclTax, ...nothing, actor, reason };
    }
  }
}

type CatalogStaff = Staff<'catalog:change'>;

/** Sets something instead of what the feed says. */
export async function setOverride(
  { member, catalogAdmin, audit }: CatalogStaff,
  catalogId: string,
  { what, subject }: { what: 'close' | 'capacity' | 'price' | 'hide'; subject: string },
  typed: TypedChange,
  language: Language,
): Promise<ChangeProblem | null> {
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const input = readTyped(what, subject, typed, actorOf(member));
  if (typeof input === 'string') return { kind: input };
  return carryOut(
    () => catalogAdmin.setOverride(catalogId, input, { language }),
    ({ id, kind, capacity, amountInclTax, from, subject: path }) =>
      audit({
        action: 'catalog_override_set',
        subject: { kind: 'catalog', id: catalogId },
        detail: { kind, override: id, subject: path, capacity, amountInclTax, from, reason: input.reason },
      }),
  );
}

/** Returns to what the feed says. */
export async function removeOverride(
  { member, catalogAdmin, audit }: CatalogStaff,
  catalogId: string,
  overrideId: string,
  typed: TypedChange,
  language: Language,
): Promise<ChangeProblem | null> {
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const reason = reasonSchema.safeParse(typed.reason).data;
  if (reason === undefined) return { kind: 'reason' };
  if (!isId(overrideId)) return { kind: 'not_found' };
  const why: Why = { actor: actorOf(member), reason };
  return carryOut(
    () => catalogAdmin.removeOverride({ catalogId, id: overrideId }, why, { language }),
    ({ id, kind, subject }) =>
      audit({
        action: 'catalog_override_removed',
        subject: { kind: 'catalog', id: catalogId },
        detail: { kind, override: id, subject, reason },
      }),
  );
}

/** Makes a change, and writes it into the audit log; or resolves to why it was not made. */
export async function carryOut<Value>(
  change: () => Promise<Changed<Value>>,
  write: (made: Value) => Promise<void>,
): Promise<CallProblem | null> {
  try {
    const changed = await change();
    switch (changed.kind) {
      case 'done':
        await write(changed.value);
        return null;
      case 'missing':
        return { kind: 'not_found' };
      case 'refused':
        return {
          kind: 'refused',
          text: changed.violations.map(({ message }) => message).join(' '),
          path: changed.violations[0]?.propertyPath ?? null,
        };
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: 'unavailable' };
  }
}
