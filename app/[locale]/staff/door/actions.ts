'use server';

import { randomUUID } from 'node:crypto';
import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { isOtherLayout } from '@/lib/contract/ticket-code';
import { paths } from '@/lib/locale/paths';
import { admitGroup, type DoorAnswer, type DoorResult, judgeScans } from '@/lib/storefront/staff/door/door';
import { type DoorSettings, settingsEntries, settingsOfForm } from '@/lib/storefront/staff/door/door-form';
import { readForm } from '@/lib/storefront/common/forms/read-form';
import type { ForStaff } from '@/lib/storefront/common/account/for-staff';
import { notDone } from '../not-done';

// These forms are for browsers without scripts: the page calls its own route with them.

/** The page with the result, or with the reason why there is none. */
async function showResult(
  settings: DoorSettings | null,
  answer: ForStaff<DoorAnswer<readonly DoorResult[]>>,
  typed: string | null = null,
): Promise<never> {
  const entries = settings === null ? [] : settingsEntries(settings);
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffDoor(language, entries));
  const outcome = answer.value;
  const shown = outcome.kind === 'answer' ? outcome.value.at(-1) : undefined;
  if (shown !== undefined) {
    entries.push(['shown', shown.id]);
    const found = shown.result === 'unknown' ? null : shown.code;
    if (typed !== null && isOtherLayout(typed, found)) entries.push(['layout', 'other']);
  }
  if (outcome.kind === 'problem') entries.push(['problem', outcome.problem]);
  redirect(paths.staffDoor(language, entries));
}

function scanAt({ entrance, sessions, events, date }: DoorSettings) {
  const scannedAt = new Date().toISOString();
  const id = randomUUID();
  return {
    id,
    entrance,
    sessions: [...sessions],
    events: [...events],
    date: date ?? null,
    scannedAt,
    offline: false,
  };
}

/** No ticket has a longer code. */
const longestCode = 200;
const codeForm = z.object({ code: z.string().transform((code) => code.slice(0, longestCode)) });

export async function admitTyped(form: FormData): Promise<void> {
  const { code } = readForm(codeForm, form);
  const settings = settingsOfForm(form);
  if (settings === null) redirect(paths.staffDoor(await getLocale()));
  const answer = await judgeScans([{ ...scanAt(settings), code }], await getLocale());
  await showResult(settings, answer, code);
}

const earlierForm = z.object({ of: z.guid() });

export async function admitRest(form: FormData): Promise<void> {
  const { of } = readForm(earlierForm, form);
  const settings = settingsOfForm(form);
  if (settings === null) redirect(paths.staffDoor(await getLocale()));
  await showResult(settings, await admitGroup({ ...scanAt(settings), groupOf: of }, await getLocale()));
}

export async function undoAdmission(form: FormData): Promise<void> {
  const { of } = readForm(earlierForm, form);
  const settings = settingsOfForm(form);
  if (settings === null) redirect(paths.staffDoor(await getLocale()));
  await showResult(settings, await judgeScans([{ ...scanAt(settings), undoes: of }], await getLocale()));
}
