import { createHash } from 'node:crypto';
import type { CatalogAdmin } from '../../../client/catalog-admin';
import type { Changed } from '../../../client/changed';
import { reasonSchema } from '../../../contract/catalog-override';
import { typedText } from '../../../contract/typed-text';
import {
  type VoucherBatch,
  type VoucherBatchInput,
  voucherBatchInput,
} from '../../../contract/voucher-batch';
import type { Language } from '../../../locale/languages';
import { auditOnce } from '../../../shop/data/audit-store';
import type { Staff } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { isId, load, need } from '../../common/request/load';
import { actorOf, carryOut } from '../administration/catalog-change';
import { forCatalogs, pagesOf } from '../administration/catalogs';
import {
  findField,
  limitsOf,
  type Read,
  type TypedVoucher,
  typedDiscount,
  type VoucherProblem,
  withPeriod,
} from './vouchers';

/** A batch as it is typed: a voucher without a code and a number of uses. */
export type TypedBatch = Omit<TypedVoucher, 'code' | 'maximumUses'> & {
  readonly name: string;
  readonly number: string;
  readonly prefix: string;
};

/** What was made or changed, or why nothing was. */
type BatchOutcome = Promise<{ readonly id: string } | VoucherProblem>;
type CatalogStaff = Staff<'catalog:change'>;

/** A batch with one page of its codes; `page` counts from 1. */
export function readBatch(catalogId: string, id: string, page: number, language: Language) {
  return forCatalogs('reports:read', [catalogId, id], async (admin, member) => {
    const [catalog, batch, codes] = await Promise.all([
      admin.getCatalog(catalogId, { language }),
      admin.getVoucherBatch(catalogId, id, { language }),
      admin.pageOfBatchCodes({ catalogId, id }, page, { language }),
    ]);
    const { members, totalItems } = need(codes);
    return {
      catalog: need(catalog),
      batch: need(batch),
      codes: members,
      page,
      pages: pagesOf(totalItems),
      mayChange: may(member, 'catalog:change'),
      now: new Date(),
    };
  });
}

/** A catalogue and its products, for the form that makes a batch. */
export function readForNewBatch(catalogId: string, language: Language) {
  return forCatalogs('catalog:change', [catalogId], async (admin) => {
    const [catalog, products] = await Promise.all([
      admin.getCatalog(catalogId, { language }),
      admin.listProducts(catalogId, { language }),
    ]);
    return { catalog: need(catalog), products: need(products).members };
  });
}

/** The batch that was typed, or the field that is wrong. */
export function readTypedBatch(typed: TypedBatch, timezone: string, actor: string): Read<VoucherBatchInput> {
  const number = typedText(typed.number);
  const parsed = voucherBatchInput.safeParse({
    name: typed.name,
    number: /^\d{1,7}$/.test(number) ? Number(number) : number,
    prefix: typed.prefix,
    ...typedDiscount(typed),
    ...limitsOf({ ...typed, maximumUses: '' }, timezone, actor),
  });
  return parsed.success ? withPeriod(parsed.data) : { problem: findField(parsed.error.issues) };
}

/**
 * Makes the codes. `formId` is that of the form that was shown: the same entries sent again by it are the same request, so a
 * second click makes no second batch.
 */
export function createBatch(
  staff: CatalogStaff,
  { catalogId, formId }: { catalogId: string; formId: string },
  typed: TypedBatch,
  language: Language,
): BatchOutcome {
  return changeBatches(staff, catalogId, language, 'voucher_batch_created', (admin, timezone, actor) => {
    const read = readTypedBatch(typed, timezone, actor);
    if ('problem' in read) return { kind: read.problem };
    const content = createHash('sha256').update(JSON.stringify(read.value)).digest('hex').slice(0, 32);
    const call = { language, idempotencyKey: `${formId}-${content}` };
    return () => admin.createVoucherBatch(catalogId, read.value, call);
  });
}

/** Stops all codes of a batch, or lets all of them be used again. */
export function disableBatch(
  staff: CatalogStaff,
  { catalogId, id }: { catalogId: string; id: string },
  typed: { readonly disabled: boolean; readonly reason: string },
  language: Language,
): BatchOutcome {
  return changeBatches(staff, catalogId, language, 'voucher_batch_changed', (admin, _, actor) => {
    const reason = reasonSchema.safeParse(typed.reason).data;
    if (reason === undefined) return { kind: 'reason' };
    if (!isId(id)) return { kind: 'not_found' };
    const patch = { disabled: typed.disabled, actor, reason };
    return () => admin.changeVoucherBatch({ catalogId, id }, patch, { language });
  });
}

async function changeBatches(
  { member, catalogAdmin, audit, checkoutContext }: CatalogStaff,
  catalogId: string,
  language: Language,
  action: 'voucher_batch_created' | 'voucher_batch_changed',
  prepare: (
    admin: CatalogAdmin,
    timezone: string,
    actor: string,
  ) => VoucherProblem | (() => Promise<Changed<VoucherBatch>>),
): BatchOutcome {
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const read = await load([catalogId], async () =>
    need(await catalogAdmin.getCatalog(catalogId, { language })),
  );
  if (read.kind !== 'loaded') return { kind: read.kind === 'missing' ? 'not_found' : 'unavailable' };
  const change = prepare(catalogAdmin, read.value.timezone, actorOf(member));
  if (typeof change !== 'function') return change;
  let changed = '';
  const problem = await carryOut(change, ({ id, name, number, kind, value, disabled, reason }) => {
    changed = id;
    const worth = kind === 'percentage' ? `${value} %` : value;
    const detail = { batch: id, name, number, value: worth, disabled, reason };
    const record = { action, subject: { kind: 'catalog', id: catalogId }, detail } as const;
    // The service answers a form that is sent again as it answered the first one.
    return action === 'voucher_batch_created'
      ? auditOnce(checkoutContext, { ...record, staff: member.id }, 'batch')
      : audit(record);
  });
  return problem ?? { id: changed };
}
