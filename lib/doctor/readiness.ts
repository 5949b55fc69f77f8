import { z } from 'zod';
import { type Finding, ok, wrong } from './check';
import { parsedJson } from './issuer';
import type { Reached } from './reach';

/** Its answer to a request that came to it without TLS, or from a proxy that it does not trust. */
const plainRefusal = z.object({ detail: z.literal('HTTPS is required.') });

export const isPlainRefusal = ({ status, body }: Pick<Reached, 'status' | 'body'>): boolean =>
  status === 403 && plainRefusal.safeParse(parsedJson(body)).success;

/** What `/readyz` of the service at that address answered. */
export function judgeReadiness(url: string, answer: Pick<Reached, 'status' | 'body'>): Finding {
  if (answer.status === 200) return ok(`${url} is ready.`);
  if (isPlainRefusal(answer))
    return wrong(
      `${url} refuses what its proxy passes on (403 HTTPS is required): set TRUSTED_PROXIES of the service to the address of the proxy, which has to send X-Forwarded-Proto.`,
    );
  return wrong(
    `${url}/readyz answers ${answer.status}: the service is stopping, lacks its database, or does not listen there. See its log.`,
  );
}
