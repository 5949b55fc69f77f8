import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type ApplyVoucherInput, isSameCode } from '@/lib/contract/voucher';
import type { Database } from '@/lib/database/database';
import type { SecurityLog } from '@/lib/log/security-log';
import { Localized, type Result } from '../http/answer';
import { HttpProblem } from '../http/problem';
import type { Call } from '../http/route';
import { reservationIds } from '../reservation/reservation-paths';
import { findReservation } from '../reservation/reservation-store';
import type { VoucherResult } from './voucher-resource';

/**
 * How many unknown codes an organization may try within so many seconds, at each process of the service. All visitors
 * of a shop are one organization: the limit is so high that a few of them, whom the shop limits itself, do not reach it.
 */
const usual = { count: 1_000, seconds: 10 * 60 };

/**
 * Runs an attempt with a code, unless the organization has tried too many unknown ones (429): codes are short, so they
 * could be found by trying. Then a right one is refused, too, because the answer would tell it from a wrong one; but not
 * one that is applied already, so that a purchase with a voucher can go on.
 */
export type GuessLimit = (
  organizationId: string,
  attempt: () => Promise<Result<VoucherResult>>,
  isApplied: () => Promise<boolean>,
) => Promise<Result<VoucherResult>>;

export function guessLimit(security?: SecurityLog, most = usual.count): GuessLimit {
  const limiter = new RateLimiterMemory({ points: most, duration: usual.seconds });
  // Calls at the same time can't try more than is allowed either.
  const running = new Map<string, number>();
  const count = (id: string, change: 1 | -1) => {
    const now = (running.get(id) ?? 0) + change;
    if (now === 0) running.delete(id);
    else running.set(id, now);
  };
  return async (organization, attempt, isApplied) => {
    const tried = await limiter.get(organization);
    const unknown = tried?.consumedPoints ?? 0;
    if (unknown + (running.get(organization) ?? 0) >= most) {
      if (await isApplied()) return attempt();
      const isOver = unknown >= most;
      if (isOver) security?.({ event: 'limit_reached', limit: 'voucher_codes', organization });
      const seconds = isOver ? Math.ceil((tried?.msBeforeNext ?? 0) / 1000) : 1;
      throw new HttpProblem(429, 'Too Many Requests', { 'retry-after': String(Math.max(1, seconds)) });
    }
    count(organization, 1);
    try {
      const result = await attempt();
      if (result instanceof Localized && result.body.refusal === 'UNKNOWN')
        await limiter.penalty(organization);
      return result;
    } finally {
      count(organization, -1);
    }
  };
}

type Apply<Context> = (
  context: Context,
  call: Call<never, unknown, ApplyVoucherInput>,
) => Promise<Result<VoucherResult>>;

/** An operation that applies a code, within the limit of its organization. */
export function withGuessLimit<Context extends { database: Database }>(
  apply: Apply<Context>,
): Apply<Context & { guesses: GuessLimit }> {
  return (context, call) => {
    const { id } = call.principal.organization;
    const isApplied = async () => {
      const ids = reservationIds(call.body.reservations);
      const found = await Promise.all(ids.map((one) => findReservation(context.database, id, one)));
      return found.some((one) => isSameCode(one?.voucher?.code ?? null, call.body.code));
    };
    return context.guesses(id, () => apply(context, call), isApplied);
  };
}
