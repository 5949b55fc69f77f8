import { ServiceError } from '../../client/service-error';
import { createTokenSource } from '../../client/token';
import { type Finding, ok, warning, wrong } from '../../doctor/check';
import { lookAtIssuer, readTokenEndpoint } from '../../doctor/issuer';
import { reach } from '../../doctor/reach';
import type { Config } from '../config';
import { missingScopes, readClaims } from './token-claims';

type Look = Pick<Config, 'token' | 'catalogToken'>;

/** Whether the issuer gives the storefront its tokens, and with which scopes. */
export async function lookAtTokens({ token, catalogToken }: Look): Promise<Finding[]> {
  const found = await lookAtToken('SERVICE_CLIENT_ID', 'TOKEN_SCOPE', token);
  if (catalogToken !== null)
    found.push(...(await lookAtToken('CATALOG_CLIENT_ID', 'CATALOG_SCOPE', catalogToken)));
  return found;
}

async function lookAtToken(client: string, setting: string, token: Look['token']): Promise<Finding[]> {
  let text: string;
  try {
    text = await createTokenSource(token)();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return await explainMissing(client, setting, { token, error });
  }
  const given = readClaims(text)?.scope ?? null;
  if (given === null) return [ok(`The issuer gives ${client} a token, which does not tell its scopes.`)];
  const missing = missingScopes(token, given);
  const asked =
    missing.length === 0
      ? ok(`The issuer gives ${client} a token with the scopes ${given.join(', ')}.`)
      : wrong(
          `The token of ${client} lacks the scopes ${missing.join(', ')}: let the issuer grant them, or correct ${setting}.`,
        );
  return setting === 'TOKEN_SCOPE' ? [asked, ...judgeUse(given)] : [asked];
}

/** Nothing if the issuer itself is wrong, which is told of the issuer. */
async function explainMissing(
  client: string,
  setting: string,
  { token: { issuer }, error }: { token: Look['token']; error: ServiceError },
): Promise<Finding[]> {
  const what = `There is no token for ${client}`;
  const found = await lookAtIssuer({ name: 'TOKEN_ISSUER', issuer, isExact: false });
  if (found.some(({ state }) => state === 'wrong')) return [];
  const endpoint = error.reason === 'unreachable' ? await readTokenEndpoint(issuer) : null;
  const answer = endpoint === null ? null : await reach(endpoint);
  if (typeof answer === 'string') return [wrong(`${what}: ${endpoint} ${answer}.`)];
  return [wrong(`${what} (${error.message}): correct the client, its secret, ${setting} or TOKEN_AUDIENCE.`)];
}

/** What the shop can’t do with these scopes. */
function judgeUse(given: readonly string[]): Finding[] {
  const lacks = (scope: string) => !given.includes(scope);
  const selling = ['booking:read', 'booking:write'].filter(lacks);
  const ofStaff = [
    ...(lacks('ticket:redeem') ? ['without ticket:redeem the page of the entrance does not work'] : []),
    ...(lacks('booking:counter')
      ? ['without booking:counter the counter can’t sell the places that are kept for it']
      : []),
    ...(lacks('booking:override')
      ? [
          'without booking:override admins can’t refund or rebook for a cancelled or moved event, nor cancel or exchange against the rule of a product',
        ]
      : []),
  ];
  return [
    ...(selling.length > 0
      ? [
          warning(
            `The shop can’t sell without ${selling.join(' and ')}: add to TOKEN_SCOPE what is missing, and let the issuer grant it.`,
          ),
        ]
      : []),
    ...(ofStaff.length > 0 ? [ok(`Of the pages of staff: ${ofStaff.join('; ')} (TOKEN_SCOPE).`)] : []),
  ];
}
