import { decodeJwt, errors } from 'jose';
import { z } from 'zod';
import { ServiceError } from '../../client/service-error';
import { createTokenSource } from '../../client/token';
import { type Finding, ok, warning, wrong } from '../../doctor/check';
import { judgeClock } from '../../doctor/clock';
import { judgeCertificate, reach } from '../../doctor/reach';
import { isPlainRefusal, judgeReadiness } from '../../doctor/readiness';
import type { Config } from '../config';
import { openClient } from '../open-parts';

type Look = Pick<Config, 'service' | 'token' | 'catalogToken'>;

/** The service as the storefront sees it. */
export async function lookAtService(config: Look): Promise<Finding[]> {
  const { url, ca } = config.service;
  const answer = await reach(`${url}/readyz`, ca);
  if (typeof answer === 'string') return [wrong(`${url} (SERVICE_URL) ${answer}.`)];
  return [
    judgeReadiness(url, answer),
    ...judgeCertificate(url, answer),
    judgeClock(url, answer.secondsAhead),
    // It refuses every other request for the same reason.
    ...(isPlainRefusal(answer) ? [] : [await lookAtCatalogues(config)]),
  ];
}

async function lookAtCatalogues({ service, token }: Look): Promise<Finding> {
  const client = openClient({ service, token });
  try {
    const { members } = await client.listCatalogs({ language: 'en' });
    return members.length > 0
      ? ok(`The service accepts the token, and has ${members.length} catalogues for the shop.`)
      : warning(
          'The service accepts the token, and has no catalogue yet: import one (bin/ticketing import).',
        );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isToken = error.status === 401 || error.status === 403;
    return wrong(
      isToken
        ? `The service refuses the storefront’s token (${error.message}): TOKEN_ISSUER and TOKEN_AUDIENCE have to be those of the service.`
        : `The service gives no catalogues (${error.message}): see its log.`,
    );
  } finally {
    await client.close();
  }
}

/** Whether the issuer gives the storefront its tokens, and with which scopes. */
export async function lookAtTokens({ token, catalogToken }: Look): Promise<Finding[]> {
  const found = [await lookAtToken('SERVICE_CLIENT_ID', 'TOKEN_SCOPE', token)];
  if (catalogToken !== null)
    found.push(await lookAtToken('CATALOG_CLIENT_ID', 'CATALOG_SCOPE', catalogToken));
  return found;
}

async function lookAtToken(client: string, setting: string, token: Look['token']): Promise<Finding> {
  let text: string;
  try {
    text = await createTokenSource(token)();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return wrong(
      `There is no token for ${client} (${error.message}): correct the client, its secret, ${setting} or TOKEN_AUDIENCE.`,
    );
  }
  const given = scopesOf(text);
  if (given === null) return ok(`The issuer gives ${client} a token, which does not tell its scopes.`);
  const missing = token.scope.split(' ').filter((scope) => scope !== '' && !given.includes(scope));
  return missing.length === 0
    ? ok(`The issuer gives ${client} a token with the scopes ${given.join(', ')}.`)
    : wrong(
        `The token of ${client} lacks the scopes ${missing.join(', ')}: let the issuer grant them, or correct ${setting}.`,
      );
}

const claims = z.object({
  scope: z.union([z.string().transform((scope) => scope.split(' ')), z.array(z.string())]),
});

/** Null: the token is none that clients can read, as is its issuer's right. */
function scopesOf(token: string): string[] | null {
  try {
    return claims.safeParse(decodeJwt(token)).data?.scope ?? null;
  } catch (error) {
    if (!(error instanceof errors.JWTInvalid)) throw error;
    return null;
  }
}
