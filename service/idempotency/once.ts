import { createHash } from 'node:crypto';
import type { Database } from '@/lib/database/database';
import type { Answer } from '../http/answer';
import { HttpProblem, InvalidRequest } from '../http/problem';
import type { Call } from '../organization/call';
import { claimKey, forgetRun, keepOutcome, type Outcome } from './idempotency-store';

interface Tools {
  database: Database;
  newId: () => string;
}

/**
 * Runs an operation once for an Idempotency-Key of the organization; a repeat within 72 h gets the first answer
 * again, a violation as well as a success. 422 for another body under the same key; 409 while the first is running.
 * A surprise, or a process that died, leaves nothing behind that would stop a repeat.
 */
export async function once(
  { database, newId }: Tools,
  operation: string,
  call: Call,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (call.idempotencyKey === null) return run();
  const claim = {
    organizationId: call.principal.organization.id,
    operation,
    key: call.idempotencyKey,
    // Of what was understood of the body, so that white space and the order of members do not matter.
    bodyHash: createHash('sha256').update(JSON.stringify(call.body)).digest('base64url'),
    run: newId(),
  };
  const before = await claimKey(database, claim);
  if (before !== null) {
    if (before.bodyHash !== claim.bodyHash) {
      throw new InvalidRequest([{ path: 'Idempotency-Key', code: 'unique', saying: 'otherBody' }]);
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
      await keepOutcome(database, claim, { complaints: [...error.complaints], count: error.count });
    } else {
      await forgetRun(database, claim);
    }
    throw error;
  }
}

function replay(outcome: Outcome): Answer {
  if ('complaints' in outcome) throw new InvalidRequest(outcome.complaints, outcome.count);
  return outcome.answer;
}
