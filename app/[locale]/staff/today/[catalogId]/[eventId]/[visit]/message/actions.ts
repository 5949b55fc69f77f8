'use server';

import { getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import type { MessageFormState } from '@/components/staff/message/message-form';
import { paths } from '@/lib/locale/paths';
import { messageLimits } from '@/lib/shop/values/message-values';
import { type NotAllowed, staffFormAction } from '@/lib/storefront/common/forms/actions';
import { mostTestsAnHour, sendTest, type TestProblem } from '@/lib/storefront/staff/message/message';
import { messageFields, messageForm, type TypedMessage } from '@/lib/storefront/staff/message/message-form';

async function again(
  typed: z.output<typeof messageForm>,
  problem: TestProblem | NotAllowed,
): Promise<Omit<MessageFormState, 'attempt'>> {
  const t = await getTranslations('lists.message.problems');
  const values = Object.fromEntries(messageFields.map((name) => [name, typed[name]])) as TypedMessage;
  const told = (text: string, field: keyof TypedMessage | null = null) => ({
    values,
    problem: { title: t('title'), text, field },
  });
  if (problem.kind === 'not_allowed') return told(problem.text);
  if (problem.kind !== 'wrong') return told(t(problem.kind, { most: mostTestsAnHour }));
  const most = problem.why === 'subject' ? messageLimits.subject : messageLimits.text;
  return told(t(problem.why, { most }), problem.field);
}

/** Sends a test of what was typed; then leads to the page from which it is sent to everyone. */
export const testMessage = async (previous: MessageFormState, form: FormData): Promise<MessageFormState> =>
  staffFormAction('orders:change by catalog', messageForm, again, async (staff, typed, { language }) => {
    const problem = await sendTest(staff, typed, language);
    return problem ?? paths.staffMessage(language, typed.messageId);
  })(previous, form);
