import { createHash } from 'node:crypto';
import { type Database, isDatabaseUnavailable } from '@/lib/database/database';
import type { Answer } from '../http/answer';
import { HttpProblem, InvalidRequest } from '../http/problem';
import type { Once } from '../http/router';
import { type Claim, claimKey, forgetRun, keepOutcome } from './idempotency-store';
import type { Outcome } from './idempotency-table';

interface OnceContext {
  database: Database;
  newId: () => string;
}

/**
 * Runs an operation once for an Idempotency-Key of the organization. A repetition within 72 h gets the first answer
 * again, a violation as well as a success. 422 for another body under the same key; 409 while the first is running.
 * After an unexpected error or a crash of the process, a repetition can run.
 */
export async function once(
  { database, newId }: OnceContext,
  { principal, operation, key, body }: Parameters<Once>[0],
  run: () => Promise<Answer>,
): Promise<Answer> {
  const claim = {
    organizationId: principal.organization.id,
    operation,
    key,
    // The hash of the parsed body, so that white space and the order of members do not matter.
    bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('base64url'),
    run: newId(),
  };
  const before = await claimKey(database, claim).catch(async (error: unknown) => {
    await release(database, claim);
    throw error;
  });
  if (before !== null) {
    if (before.bodyHash !== claim.bodyHash) {
      throw new InvalidRequest([{ path: 'Idempotency-Key', code: 'unique', messageKey: 'otherBody' }]);
    }
    if (before.outcome !== null) return replay(before.outcome);
    throw new HttpProblem(409, 'A request with this Idempotency-Key is still running.', {
      'retry-after': '1',
    });
  }
  try {
    const answer = await run();
    await keepOutcome(database, claim, { answer });
    return answer;
  } catch (error) {
    if (error instanceof InvalidRequest) {
      await keepOutcome(database, claim, { complaints: [...error.violations], count: error.count });
    } else {
      await release(database, claim);
    }
    throw error;
  }
}

const millisecondsBetweenTries = 500;
/** After this time the run counts as crashed, and its key is free. */
const mostTries = 120;

/** Releases the key; if the database is away, as soon as it is back, because a repetition waits for it. */
async function release(database: Database, claim: Claim, tries = 1): Promise<void> {
  try {
    await forgetRun(database, claim);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    if (tries === mostTries) return;
    setTimeout(
      () => void release(database, claim, tries + 1).catch(() => undefined),
      millisecondsBetweenTries,
    ).unref();
  }
}

function replay(outcome: Outcome): Answer {
  if ('complaints' in outcome) throw new InvalidRequest(outcome.complaints, outcome.count);
  return outcome.answer;
}
