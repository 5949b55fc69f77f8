'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { readForm } from '@/lib/storefront/common/forms/read-form';
import type { ForStaff } from '@/lib/storefront/common/account/for-staff';
import {
  changeRoom,
  momentIn,
  openRoom,
  type RoomOutcome,
  scopeOf,
} from '@/lib/storefront/staff/waiting-room/waiting-room';
import { notDone } from '../not-done';

async function backToPage(answer: ForStaff<RoomOutcome> | 'opening'): Promise<never> {
  if (answer !== 'opening' && answer.kind !== 'staff')
    return notDone(paths.staffWaitingRoom(await getLocale()));
  const problem = answer === 'opening' ? answer : answer.value;
  const query = problem === 'opening' || problem === 'unchanged' ? { problem } : {};
  redirect(paths.staffWaitingRoom(await getLocale(), query));
}

const local = z.string().max(30);
const timezone = z.string().min(1).max(60);
const openForm = z.object({ scope: z.string().max(80), opensAt: local, timezone });

/** Opens a room at once, or, if a time is given, at that time. */
export async function openWaitingRoom(form: FormData): Promise<void> {
  const sent = readForm(openForm, form);
  const isNow = sent.opensAt === '';
  const scope = scopeOf(sent.scope);
  // The time zone is checked in any case.
  const moment = momentIn(isNow ? '2000-01-01T00:00' : sent.opensAt, sent.timezone);
  if (scope === null || moment === null) return backToPage('opening');
  return backToPage(await openRoom(scope, isNow ? null : moment, sent.timezone));
}

const count = (most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(most));
/** As many as the database can number. */
const roomId = count(2 ** 31 - 1);
const changeForm = z.discriminatedUnion('change', [
  z.object({ roomId, change: z.enum(['pause', 'resume']) }),
  // The confirmation is a box to tick, so that it works without scripts.
  z.object({ roomId, change: z.literal('close'), confirmed: z.literal('yes') }),
  z.object({ roomId, change: z.literal('opening'), opensAt: local, timezone }),
  z.object({
    ...{ roomId, change: z.literal('limits') },
    ...{ leastPerMinute: count(60_000), mostPerMinute: count(60_000), mostActive: count(100_000) },
  }),
]);

export async function changeWaitingRoom(form: FormData): Promise<void> {
  const sent = readForm(changeForm, form);
  if (sent.change === 'opening') {
    const opensAt = momentIn(sent.opensAt, sent.timezone);
    const change = { kind: sent.change, timezone: sent.timezone } as const;
    return backToPage(opensAt === null ? 'opening' : await changeRoom(sent.roomId, { ...change, opensAt }));
  }
  if (sent.change !== 'limits') return backToPage(await changeRoom(sent.roomId, { kind: sent.change }));
  const { mostPerMinute, mostActive } = sent;
  // An operator who slows a room down changes the most.
  const leastPerMinute = Math.min(sent.leastPerMinute, mostPerMinute);
  const limits = { leastPerMinute, mostPerMinute, mostActive };
  return backToPage(await changeRoom(sent.roomId, { kind: 'limits', limits }));
}
