'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { EventChangeState } from '@/components/staff/event-change/event-change-form';
import { paths } from '@/lib/locale/paths';
import {
  type NotAllowed,
  type Sent,
  staffAction,
  staffFormAction,
} from '@/lib/storefront/common/forms/actions';
import {
  type EventChangeProblem,
  longestMessage,
  repeatChange,
  startChange,
  type TypedEventChange,
} from '@/lib/storefront/staff/event-change/event-change';

const startForm = z.object({
  catalogId: z.guid(),
  sessionId: z.guid(),
  action: z.string().max(20).default(''),
  message: z.string().max(20_000).default(''),
  target: z.string().max(100).default(''),
  // The confirmation is a box to tick, so that it works without scripts.
  confirmed: z.literal('yes').optional(),
});

const fields = ['action', 'message', 'target', 'confirmed'] as const;

async function again(
  { action, message, target }: TypedEventChange,
  problem: { kind: EventChangeProblem | 'confirmed' } | NotAllowed,
) {
  const t = await getTranslations('eventChange.problems');
  const text = 'text' in problem ? problem.text : t(problem.kind, { most: longestMessage });
  const field = fields.find((name) => name === problem.kind) ?? null;
  return { values: { action, message, target }, problem: { title: t('title'), text, field } };
}

/** Tells, refunds or rebooks everyone who has tickets of a session; then leads to the page that shows the progress. */
export const startForAll = async (previous: EventChangeState, form: FormData): Promise<EventChangeState> =>
  staffFormAction('orders:override', startForm, again, async (staff, sent, { language }) => {
    if (sent.confirmed === undefined) return { kind: 'confirmed' as const };
    const started = await startChange(staff, sent, language);
    return typeof started === 'string' ? { kind: started } : paths.staffEventChange(language, started.id);
  })(previous, form);

const changePage = ({ id }: { id: string }, { language }: Sent) => paths.staffEventChange(language, id);

export const searchForLaterOrders = async (form: FormData) =>
  staffAction('orders:override', z.object({ id: z.guid() }), changePage, repeatChange)(form);
