'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { ChangeState } from '@/components/staff/administration/change-form';
import { paths } from '@/lib/locale/paths';
import { type NotAllowed, staffFormAction } from '@/lib/storefront/common/forms/actions';
import {
  type ChangeProblem,
  removeOverride,
  setOverride,
  type TypedChange,
} from '@/lib/storefront/staff/administration/catalog-change';
import { changeKinds } from '@/lib/storefront/staff/administration/catalogs';

const typed = z.string().max(10_000).default('');
const changeForm = z.object({
  catalogId: z.guid(),
  what: z.enum(changeKinds),
  subject: z.string().max(300),
  override: z.union([z.guid(), z.literal('')]),
  event: z.union([z.guid(), z.literal('')]),
  reason: typed,
  capacity: typed,
  amount: typed,
  from: typed,
  // The confirmation is a box to tick, so that it works without scripts.
  confirmed: z.literal('yes').optional(),
});

const fields = ['reason', 'capacity', 'amount', 'from', 'confirmed'] as const;

async function again(
  { reason, capacity, amount, from }: TypedChange,
  problem: ChangeProblem | { kind: 'confirmed' } | NotAllowed,
) {
  const values = { reason, capacity, amount, from };
  const t = await getTranslations('catalogAdmin');
  const text =
    'text' in problem
      ? problem.text
      : problem.kind === 'not_set_up'
        ? t('notSetUpText')
        : t(`problem.${problem.kind}`);
  const wrong = problem.kind === 'refused' ? problem.path : problem.kind;
  const field = fields.find((name) => name === wrong) ?? null;
  return { values, problem: { title: t('problem.title'), text, field } };
}

/** Makes one change of a catalogue, and returns to the page that shows it. */
export const changeCatalog = async (previous: ChangeState, form: FormData): Promise<ChangeState> =>
  staffFormAction('catalog:change', changeForm, again, async (staff, sent, { language }) => {
    const { catalogId, what, subject, override, event } = sent;
    if (sent.confirmed === undefined) return { kind: 'confirmed' as const };
    const problem =
      what === 'remove'
        ? await removeOverride(staff, catalogId, override, sent, language)
        : await setOverride(staff, catalogId, { what, subject }, sent, language);
    if (problem !== null) return problem;
    return event === ''
      ? paths.staffCatalog(language, catalogId, { done: what })
      : paths.staffEvent(language, catalogId, event, { done: what });
  })(previous, form);
