import { createClient } from '../../client/client';
import { ServiceError } from '../../client/service-error';
import { createTokenSource } from '../../client/token';
import { type Finding, ok, warning, wrong } from '../../doctor/check';
import { judgeClock } from '../../doctor/clock';
import { judgeCertificate, reach } from '../../doctor/reach';
import { isPlainRefusal, judgeReadiness } from '../../doctor/readiness';
import type { Config } from '../config';
import { readClaims, reasonsToRefuse } from './token-claims';

type Look = Pick<Config, 'service' | 'token'>;

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
    ...(isPlainRefusal(answer) ? [] : await lookAtCatalogues(config)),
  ];
}

async function lookAtCatalogues({ service, token }: Look): Promise<Finding[]> {
  const text = await createTokenSource(token)().catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
  // That there is none is told with the tokens.
  if (text === null) return [];
  const { url: serviceUrl, ca } = service;
  const getToken = () => Promise.resolve(text);
  const client = createClient({ serviceUrl, getToken, ...(ca === undefined ? {} : { ca }) });
  try {
    const { members } = await client.listCatalogs({ language: 'en' });
    return [
      members.length > 0
        ? ok(`The service accepts the token, and has ${members.length} catalogues for the shop.`)
        : warning(
            'The service accepts the token, and has no catalogue yet: import one (bin/ticketing import).',
          ),
    ];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 401) return judgeRefused(text, token);
    if (error.status === 403)
      return [
        wrong(
          `The service refuses the storefront’s token (${error.message}): let the issuer grant it the scope catalog:read, and add that to TOKEN_SCOPE.`,
        ),
      ];
    return [wrong(`The service gives no catalogues (${error.message}): see its log.`)];
  } finally {
    await client.close();
  }
}

function judgeRefused(text: string, token: Look['token']): Finding[] {
  const reasons = reasonsToRefuse(readClaims(text), token);
  if (reasons.length > 0)
    return reasons.map((reason) => wrong(`The service refuses the storefront’s token: ${reason}.`));
  return [
    wrong(
      `The service refuses the storefront’s token, which is as TOKEN_ISSUER (${token.issuer}) and TOKEN_AUDIENCE (${token.audience}) say: set them to the same for the service, whose log says why.`,
    ),
  ];
}
