'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { EventChangeState } from '@/components/staff/event-change/event-change-form';
import { paths } from '@/lib/locale/paths';
import { attemptAfter, readForm } from '@/lib/storefront/common/forms/read-form';
import {
  type EventChangeProblem,
  longestMessage,
  repeatChange,
  startChange,
} from '@/lib/storefront/staff/event-change/event-change';
import { notDone, signedOutText } from '../not-done';

const startForm = z.object({
  ...{ catalogId: z.guid(), sessionId: z.guid() },
  action: z.string().max(20).default(''),
  message: z.string().max(20_000).default(''),
  target: z.string().max(100).default(''),
  // The confirmation is a box to tick, so that it works without scripts.
  confirmed: z.literal('yes').optional(),
});

/** Tells, refunds or rebooks everyone who has tickets of a session; then leads to the page that shows the progress. */
export async function startForAll(previous: EventChangeState, form: FormData): Promise<EventChangeState> {
  const attempt = attemptAfter(previous);
  const { catalogId, sessionId, confirmed, ...typed } = readForm(startForm, form);
  const language = await getLocale();
  const again = async (
    problem: EventChangeProblem | 'confirmed' | 'notAllowed',
    otherText: string | null = null,
  ) => {
    const t = await getTranslations('eventChange.problems');
    const isKnown = problem !== 'missing' && problem !== 'away';
    const text = otherText ?? (isKnown ? t(problem, { most: longestMessage }) : '');
    return {
      attempt,
      values: typed,
      problem: { kind: problem, title: t('title'), text },
    };
  };
  if (confirmed === undefined) return again('confirmed');
  const answer = await startChange({ catalogId, sessionId }, typed, language);
  if (answer.kind !== 'staff') return again('notAllowed', await signedOutText(answer));
  if (typeof answer.value === 'string') return again(answer.value);
  redirect(paths.staffEventChange(language, answer.value.id));
}

export async function searchForLaterOrders(form: FormData): Promise<void> {
  const { id } = readForm(z.object({ id: z.guid() }), form);
  const page = paths.staffEventChange(await getLocale(), id);
  if ((await repeatChange(id)).kind !== 'staff') return notDone(page);
  redirect(page);
}
