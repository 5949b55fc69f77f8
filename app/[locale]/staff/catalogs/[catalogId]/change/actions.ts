'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { ChangeState } from '@/components/staff/administration/change-form';
import { paths } from '@/lib/locale/paths';
import { attemptAfter, readForm } from '@/lib/storefront/common/forms/read-form';
import {
  type ChangeProblem,
  removeOverride,
  setOverride,
} from '@/lib/storefront/staff/administration/catalog-change';
import { changeKinds } from '@/lib/storefront/staff/administration/catalogs';
import { signedOutText } from '../../../not-done';

const typed = z.string().max(10_000).default('');
const changeForm = z.object({
  catalogId: z.guid(),
  what: z.enum(changeKinds),
  subject: z.string().max(300),
  override: z.union([z.guid(), z.literal('')]),
  event: z.union([z.guid(), z.literal('')]),
  ...{ reason: typed, capacity: typed, amount: typed, from: typed },
  // The confirmation is a box to tick, so that it works without scripts.
  confirmed: z.literal('yes').optional(),
});

/** Makes one change of a catalogue, and returns to the page that shows it. */
export async function changeCatalog(previous: ChangeState, form: FormData): Promise<ChangeState> {
  const attempt = attemptAfter(previous);
  const { catalogId, what, subject, override, event, confirmed, ...values } = readForm(changeForm, form);
  const language = await getLocale();
  const again = async (problem: ChangeProblem | { kind: 'confirmed' | 'notAllowed' }, otherText?: string) => {
    const t = await getTranslations('catalogAdmin');
    const shopText =
      problem.kind === 'refused'
        ? problem.text
        : problem.kind === 'not_set_up'
          ? t('notSetUpText')
          : t(`problem.${problem.kind}`);
    const text = otherText ?? shopText;
    const wrong = problem.kind === 'refused' ? problem.path : problem.kind;
    const field = fields.find((name) => name === wrong) ?? null;
    return { attempt, values, problem: { title: t('problem.title'), text, field } };
  };
  if (confirmed === undefined) return again({ kind: 'confirmed' });
  const answer =
    what === 'remove'
      ? await removeOverride(catalogId, override, values, language)
      : await setOverride(catalogId, { what, subject }, values, language);
  if (answer.kind !== 'staff')
    return again({ kind: 'notAllowed' }, (await signedOutText(answer)) ?? undefined);
  if (answer.value !== 'changed') return again(answer.value);
  redirect(
    event === ''
      ? paths.staffCatalog(language, catalogId, { done: what })
      : paths.staffEvent(language, catalogId, event, { done: what }),
  );
}

const fields = ['reason', 'capacity', 'amount', 'from'] as const;
