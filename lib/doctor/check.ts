import { firstReason } from '../database/database';
import { isDecodable } from '../database/database-url';
import { inTime } from '../network/read-bounded';

/** `wrong`: the program does not do what it should. `warning`: it works, and something is risky, or could not be looked at. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'wrong';
  /** One plain sentence, or two: what was found, and what to do. */
  readonly sentence: string;
}

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const warning = (sentence: string): Finding => ({ state: 'warning', sentence });
export const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence });

/** One look at a part of a deployment. It changes nothing. */
export interface Check {
  /** What is looked at, in a word or two. */
  readonly subject: string;
  readonly look: () => readonly Finding[] | Promise<readonly Finding[]>;
}

/** What is found about the subject of a check. */
export interface SubjectFinding extends Finding {
  readonly subject: string;
}

/** The settings of a program are read, and what there is to check with them. */
export interface Examination {
  readonly checks: readonly Check[];
  /** Values that no sentence may repeat. */
  readonly secrets: readonly string[];
}

/** Makes all checks at the same time, each in at most so many seconds; their findings are in the order of the checks. */
export async function runChecks(
  { checks, secrets }: Examination,
  longestSeconds = 12,
): Promise<SubjectFinding[]> {
  const found = await Promise.all(
    checks.map(async (check) => ({ check, findings: await lookInTime(check, longestSeconds) })),
  );
  return found.flatMap(({ check: { subject }, findings }) =>
    findings.map(({ state, sentence }) => ({ subject, state, sentence: withoutSecrets(sentence, secrets) })),
  );
}

async function lookInTime({ look }: Check, longestSeconds: number): Promise<readonly Finding[]> {
  try {
    const findings = await inTime(Promise.resolve(look()), longestSeconds);
    return findings === 'late'
      ? [wrong(`This could not be looked at within ${longestSeconds} seconds.`)]
      : findings;
  } catch (error) {
    return [wrong(`This could not be looked at: ${firstReason(error)}.`)];
  }
}

/** Errors of others may quote what they were sent. Shorter texts are words that a sentence may need. */
const shortestSecret = 8;

function withoutSecrets(sentence: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= shortestSecret)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), sentence);
}

/** The secrets among given settings: by their names, and the passwords of addresses, as they are written and decoded. */
export function secretsOf(given: Readonly<Record<string, string>>): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (name.includes('SECRET')) return [value];
    const password = /^[a-z]+:\/\/[^:/?#@]*:([^/?#@]+)@/i.exec(value)?.[1];
    return password === undefined ? [] : [password, decoded(password)];
  });
}

/** A password with a wrong % is sent as it is. */
function decoded(text: string): string {
  return isDecodable(text) ? decodeURIComponent(text) : text;
}
