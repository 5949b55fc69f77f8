'use server';

import { randomUUID } from 'node:crypto';
import { v5 as uuidFrom } from 'uuid';
import { z } from 'zod';
import { isOtherLayout } from '@/lib/contract/ticket-code';
import { paths } from '@/lib/locale/paths';
import { type Sent, staffAction } from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';
import { resolveConflict } from '@/lib/storefront/staff/door/conflicts';
import { admitGroup, judgeScans } from '@/lib/storefront/staff/door/door';
import type { DoorAnswer, DoorResult } from '@/lib/storefront/staff/door/door-answers';
import { type DoorSettings, settingsEntries, settingsOfForm } from '@/lib/storefront/staff/door/door-form';

// These forms are for browsers without scripts: the page calls its own route with them.

const doorPage = (_: unknown, { form, language }: Sent) => {
  const settings = settingsOfForm(form);
  return paths.staffDoor(language, settings === null ? [] : settingsEntries(settings));
};

/** What the page says: the result, or the reason why there is none. */
async function resultOf(
  { form }: Sent,
  judge: (scan: ReturnType<typeof scanAt>) => Promise<DoorAnswer<readonly DoorResult[]>>,
  typed: string | null = null,
) {
  const settings = settingsOfForm(form);
  if (settings === null) return null;
  const outcome = await judge(scanAt(settings));
  if (outcome.kind === 'problem') return { problem: outcome.problem };
  const [shown] = outcome.value;
  if (shown === undefined) return null;
  const found = shown.result === 'unknown' ? null : shown.code;
  const isOther = typed !== null && isOtherLayout(typed, found);
  return { shown: outcome.value.map(({ id }) => id).join(' '), layout: isOther ? 'other' : undefined };
}

function scanAt({ entrance, sessions, events, date }: DoorSettings) {
  return {
    id: randomUUID(),
    entrance,
    sessions: [...sessions],
    events: [...events],
    date: date ?? null,
    scannedAt: new Date().toISOString(),
    offline: false,
  };
}

/** No ticket has a longer code. */
const longestCode = 200;
const codeForm = z.object({ code: z.string().transform((code) => code.slice(0, longestCode)) });

export const admitTyped = async (form: FormData) =>
  staffAction('tickets:admit by catalog', codeForm, doorPage, (staff, { code }, sent) =>
    resultOf(sent, (scan) => judgeScans(staff, [{ ...scan, code }], sent.language), code),
  )(form);

const earlierForm = z.object({ of: z.guid() });

export const admitRest = async (form: FormData) =>
  staffAction('tickets:admit by catalog', earlierForm, doorPage, (staff, { of }, sent) =>
    resultOf(sent, (scan) => admitGroup(staff, { ...scan, groupOf: of }, sent.language)),
  )(form);

export const undoAdmission = async (form: FormData) =>
  staffAction('tickets:admit by catalog', earlierForm, doorPage, (staff, { of }, sent) =>
    resultOf(sent, (scan) => judgeScans(staff, [{ ...scan, undoes: of }], sent.language)),
  )(form);

/** Visitors who were found by name: one, or all of a booking. */
export const admitFound = async (form: FormData) =>
  staffAction('tickets:admit by catalog', earlierForm, doorPage, (staff, _, sent) => {
    const tickets = readTicked(z.guid(), sent.form, 'of');
    return resultOf(sent, ({ id, ...scan }) =>
      judgeScans(
        staff,
        tickets.map((ticket) => ({ ...scan, id: uuidFrom(ticket, id), ticket })),
        sent.language,
      ),
    );
  })(form);

export const tickOff = async (form: FormData) =>
  staffAction('tickets:admit by catalog', earlierForm, doorPage, async (staff, { of }, sent) => {
    const outcome = await resolveConflict(staff, of, sent.language);
    return outcome.kind === 'problem' ? { problem: outcome.problem } : null;
  })(form);
