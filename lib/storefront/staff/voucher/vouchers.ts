import type { CatalogAdmin } from '../../../client/catalog-admin';
import { typedText } from '../../../contract/typed-text';
import {
  type Voucher,
  type VoucherInput,
  voucherInput,
  type VoucherPatch,
  voucherPatch,
} from '../../../contract/voucher';
import { addDays, isDay } from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { lastDayBefore, venueDay, venueDayStart } from '../../../locale/venue-time';
import { isId, load, need } from '../../common/request/load';
import type { Staff } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { actorOf, type CallProblem, carryOut } from '../administration/catalog-change';
import { forCatalogs, pagesOf } from '../administration/catalogs';
import { typedAmount } from '../../common/forms/typed-amount';

/** The limits of a voucher as they are typed. The days are those of the catalogue; an empty field is no limit. */
export interface TypedLimits {
  /** The first day. */
  readonly validFrom: string;
  /** The last day. */
  readonly validUntil: string;
  readonly maximumUses: string;
  readonly minimumAmountInclTax: string;
  readonly reason: string;
}

export interface TypedVoucher extends TypedLimits {
  readonly code: string;
  readonly kind: string;
  readonly value: string;
  /** Paths; none: all products of the catalogue. */
  readonly products: readonly string[];
}

/** The part of the form that is not typed. */
interface ShownVoucher {
  readonly disabled: boolean;
  /** The `changedAt` of the voucher that the form shows. */
  readonly unchangedSince: string;
}

/** The fields of the form, in its order. */
export const voucherFields = [
  'name',
  'number',
  'prefix',
  'code',
  'kind',
  'value',
  'products',
  'validFrom',
  'validUntil',
  'maximumUses',
  'minimumAmountInclTax',
  'reason',
] as const;
export type VoucherField = (typeof voucherFields)[number];

/** `period`: it ends before it begins. */
export type VoucherProblem = CallProblem | { readonly kind: VoucherField | 'period' };

type Outcome = Promise<VoucherProblem | null>;
type CatalogStaff = Staff<'catalog:change'>;

/** One page of the vouchers of a catalogue, and one of its batches; both count from 1. */
export function readVouchers(
  catalogId: string,
  { page, batchPage }: { page: number; batchPage: number },
  language: Language,
) {
  return forCatalogs('reports:read', [catalogId], async (admin, member) => {
    const [catalog, vouchers, batches, products] = await Promise.all([
      admin.getCatalog(catalogId, { language }),
      admin.pageOfVouchers(catalogId, page, { language }),
      admin.pageOfVoucherBatches(catalogId, batchPage, { language }),
      admin.listProducts(catalogId, { language }),
    ]);
    const { members, totalItems } = need(vouchers);
    const made = need(batches);
    return {
      catalog: need(catalog),
      vouchers: members,
      batches: { members: made.members, page: batchPage, pages: pagesOf(made.totalItems) },
      products: need(products).members,
      page,
      pages: pagesOf(totalItems),
      mayChange: may(member, 'catalog:change'),
      now: new Date(),
    };
  });
}

/** A voucher for the form that changes it. */
export function readVoucher(catalogId: string, id: string, language: Language) {
  return forCatalogs('catalog:change', [catalogId, id], async (admin) => {
    const [catalog, voucher] = await Promise.all([
      admin.getCatalog(catalogId, { language }),
      admin.getVoucher(catalogId, id, { language }),
    ]);
    return { catalog: need(catalog), voucher: need(voucher) };
  });
}

/** The limits of a voucher as they are typed. */
export function limitsAsTyped(
  { validFrom, validUntil, maximumUses, minimumAmountInclTax }: Voucher,
  timezone: string,
): TypedLimits {
  return {
    validFrom: validFrom === null ? '' : venueDay(validFrom, timezone),
    validUntil: validUntil === null ? '' : lastDayBefore(validUntil, timezone),
    maximumUses: maximumUses === null ? '' : String(maximumUses),
    minimumAmountInclTax: minimumAmountInclTax ?? '',
    reason: '',
  };
}

/** What was typed, as the service's schema wants it: what is wrong stays wrong, and the schema says which field it is. */
export function limitsOf(typed: TypedLimits, timezone: string, actor: string) {
  const optional = (text: string, read: (text: string) => unknown) =>
    typedText(text) === '' ? null : read(typedText(text));
  const moment = (day: string, later: number) =>
    isDay(day) ? venueDayStart(addDays(day, later), timezone).toISOString() : day;
  return {
    validFrom: optional(typed.validFrom, (day) => moment(day, 0)),
    validUntil: optional(typed.validUntil, (day) => moment(day, 1)),
    maximumUses: optional(typed.maximumUses, (text) => (/^\d{1,7}$/.test(text) ? Number(text) : text)),
    minimumAmountInclTax: optional(typed.minimumAmountInclTax, (text) => typedAmount(text) ?? text),
    actor,
    reason: typed.reason,
  };
}

type Problem = VoucherField | 'period';
export type Read<Value> = { readonly value: Value } | { readonly problem: Problem };

/** What is taken off, and from what, as the service's schema wants it. */
export function typedDiscount({ kind, value, products }: Pick<TypedVoucher, 'kind' | 'value' | 'products'>) {
  return {
    kind,
    value: typedAmount(kind === 'percentage' ? value.replace('%', '') : value) ?? value,
    products: products.length === 0 ? null : products,
  };
}

/** The voucher that was typed, or the field that is wrong. */
export function readTypedVoucher(typed: TypedVoucher, timezone: string, actor: string): Read<VoucherInput> {
  const parsed = voucherInput.safeParse({
    code: typed.code,
    ...typedDiscount(typed),
    ...limitsOf(typed, timezone, actor),
  });
  return parsed.success ? withPeriod(parsed.data) : { problem: findField(parsed.error.issues) };
}

/** The limits that were typed, or the field that is wrong. */
export function readTypedLimits(
  typed: TypedLimits,
  { timezone, actor, ...change }: { timezone: string; actor: string } & ShownVoucher,
): Read<VoucherPatch> {
  const parsed = voucherPatch.safeParse({ ...limitsOf(typed, timezone, actor), ...change });
  return parsed.success ? withPeriod(parsed.data) : { problem: findField(parsed.error.issues) };
}

/** What was read, unless it ends before it begins. */
export function withPeriod<Value extends Pick<VoucherPatch, 'validFrom' | 'validUntil'>>(
  value: Value,
): Read<Value> {
  const { validFrom, validUntil } = value;
  const [from, until] = [validFrom ?? null, validUntil ?? null];
  const isEmpty = from !== null && until !== null && Date.parse(from) >= Date.parse(until);
  return isEmpty ? { problem: 'period' } : { value };
}

/** The field that a schema of vouchers or batches refuses. */
export function findField(issues: readonly { readonly path: readonly PropertyKey[] }[]): VoucherField {
  const found = voucherFields.find((name) => issues.some(({ path }) => path[0] === name));
  if (found === undefined) throw new Error('the schema of vouchers refuses what no field of the form has');
  return found;
}

/** Makes a new code. */
export function createVoucher(
  staff: CatalogStaff,
  catalogId: string,
  typed: TypedVoucher,
  language: Language,
): Outcome {
  return changeVouchers(staff, catalogId, language, 'voucher_created', (admin, timezone, actor) => {
    const read = readTypedVoucher(typed, timezone, actor);
    if ('problem' in read) return read.problem;
    return () => admin.createVoucher(catalogId, read.value, { language });
  });
}

/** Gives a voucher other limits, stops it, or starts it again. Refused if it was changed since it was shown. */
export function changeVoucher(
  staff: CatalogStaff,
  { catalogId, id }: { catalogId: string; id: string },
  typed: TypedLimits,
  change: ShownVoucher,
  language: Language,
): Outcome {
  return changeVouchers(staff, catalogId, language, 'voucher_changed', (admin, timezone, actor) => {
    const read = readTypedLimits(typed, { timezone, actor, ...change });
    if ('problem' in read) return read.problem;
    if (!isId(id)) return 'not_found';
    return () => admin.changeVoucher({ catalogId, id }, read.value, { language });
  });
}

type Change = () => ReturnType<CatalogAdmin['createVoucher']>;

async function changeVouchers(
  { member, catalogAdmin, audit }: CatalogStaff,
  catalogId: string,
  language: Language,
  action: 'voucher_created' | 'voucher_changed',
  prepare: (admin: CatalogAdmin, timezone: string, actor: string) => Change | Problem | 'not_found',
): Outcome {
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const read = await load([catalogId], async () =>
    need(await catalogAdmin.getCatalog(catalogId, { language })),
  );
  if (read.kind !== 'loaded') return { kind: read.kind === 'missing' ? 'not_found' : 'unavailable' };
  const change = prepare(catalogAdmin, read.value.timezone, actorOf(member));
  if (typeof change === 'string') return { kind: change };
  return carryOut(change, ({ id, code, kind, value, disabled, reason }) =>
    audit({
      action,
      subject: { kind: 'catalog', id: catalogId },
      // The audit log shows a plain amount as one of money.
      detail: { voucher: id, code, value: kind === 'percentage' ? `${value} %` : value, disabled, reason },
    }),
  );
}
