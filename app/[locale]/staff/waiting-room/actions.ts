'use server';

import { z } from 'zod';
import { typedWords } from '@/lib/contract/typed-text';
import { paths } from '@/lib/locale/paths';
import { type Sent, staffAction } from '@/lib/storefront/common/forms/actions';
import {
  changeRoom,
  momentIn,
  openRoom,
  parseTypedScope,
} from '@/lib/storefront/staff/waiting-room/waiting-room';

const roomPage = (_: unknown, { language }: Sent) => paths.staffWaitingRoom(language);
const noTime = { problem: 'opening' };

const local = z.string().max(30);
const timezone = z.string().min(1).max(60);
const openForm = z.object({
  scope: z.string().max(80),
  opensAt: local,
  timezone,
  // For the whole shop only.
  confirmed: z.literal('yes').optional().catch(undefined),
  reason: z.string().max(1_000).optional().catch(undefined),
});

/** Opens a room at once, or, if a time is given, at that time. */
export const openWaitingRoom = async (form: FormData) =>
  staffAction('rooms:change', openForm, roomPage, async (staff, { opensAt, timezone, ...sent }) => {
    const isNow = opensAt === '';
    const scope = parseTypedScope(sent.scope);
    // The time zone is checked in any case.
    const moment = momentIn(isNow ? '2000-01-01T00:00' : opensAt, timezone);
    if (scope === null || moment === null) return noTime;
    const reason = typedWords(sent.reason ?? '');
    // A slip of the list would stop every sale.
    if (scope.kind === 'shop' && (sent.confirmed === undefined || reason === '')) return { problem: 'shop' };
    return openRoom(staff, { scope, opensAt: isNow ? null : moment, timezone, reason });
  })(form);

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
    roomId,
    change: z.literal('limits'),
    leastPerMinute: count(60_000),
    mostPerMinute: count(60_000),
    mostActive: count(100_000),
  }),
]);

/** The change that the form asks for; null: its time is none. */
function changeOf(sent: z.output<typeof changeForm>) {
  if (sent.change === 'opening') {
    const opensAt = momentIn(sent.opensAt, sent.timezone);
    return opensAt && ({ kind: sent.change, timezone: sent.timezone, opensAt } as const);
  }
  if (sent.change !== 'limits') return { kind: sent.change };
  const { mostPerMinute, mostActive } = sent;
  // An operator who slows a room down changes the most.
  const leastPerMinute = Math.min(sent.leastPerMinute, mostPerMinute);
  return { kind: 'limits', limits: { leastPerMinute, mostPerMinute, mostActive } } as const;
}

export const changeWaitingRoom = async (form: FormData) =>
  staffAction('rooms:change', changeForm, roomPage, async (staff, sent) => {
    const change = changeOf(sent);
    return change === null ? noTime : changeRoom(staff, sent.roomId, change);
  })(form);
