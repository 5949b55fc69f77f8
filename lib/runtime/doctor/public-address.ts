import { z } from 'zod';
import { type Finding, ok, warning, wrong } from '../../doctor/check';
import { judgeClock } from '../../doctor/clock';
import { parsedJson } from '../../doctor/issuer';
import { judgeCertificate, reach } from '../../doctor/reach';
import { isOwnMachine } from '../../network/deployment';
import type { Config } from '../config';

const health = z.object({ status: z.literal('ok') });

/** The shop as customers reach it. */
export async function lookAtPublicAddress({
  storefrontUrl: url,
}: Pick<Config, 'storefrontUrl'>): Promise<Finding[]> {
  const answer = await reach(`${url}/healthz`);
  if (typeof answer === 'string') return [wrong(`${url} (STOREFRONT_URL) ${answer}.`)];
  const { status, location, body } = answer;
  const about = [...judgeCertificate(url, answer), judgeClock(url, answer.secondsAhead)];
  if (location !== undefined)
    return [
      wrong(`${url} leads to ${location}: set STOREFRONT_URL to the address at which the shop answers.`),
      ...about,
    ];
  const isShop = status === 200 && health.safeParse(parsedJson(body)).success;
  return [
    isShop
      ? ok(`The shop answers at ${url}.`)
      : wrong(
          `Something else than the shop answers at ${url} (status ${status}): start the storefront, and let the proxy pass its requests on.`,
        ),
    ...about,
  ];
}

/** Customers write the address without https://. Nothing is looked at for an address without TLS, or with a port. */
export async function lookAtPlainAddress({
  storefrontUrl,
}: Pick<Config, 'storefrontUrl'>): Promise<Finding[]> {
  const { protocol, port, host } = new URL(storefrontUrl);
  if (protocol !== 'https:' || port !== '') return [ok(`There is none for ${storefrontUrl}.`)];
  return [await judgeRedirect(`http://${host}`, storefrontUrl)];
}

/** Whether a plain address leads to the secure one. */
export async function judgeRedirect(plain: string, secure: string): Promise<Finding> {
  const answer = await reach(`${plain}/`);
  if (typeof answer === 'string')
    return warning(`${plain} ${answer}. Let it lead to ${secure}, for browsers that begin there.`);
  const isRedirect =
    answer.status >= 301 && answer.status <= 308 && answer.location?.startsWith(secure) === true;
  return isRedirect
    ? ok(`${plain} leads to ${secure}.`)
    : wrong(`${plain} answers ${answer.status} instead of leading to ${secure}: configure the proxy so.`);
}

/**
 * Whether proxies can be told from customers. What a proxy sends in X-Forwarded-For is not seen from outside: a proxy of another
 * machine that is not trusted is taken for one customer, with the limits of one.
 */
export function lookAtProxies({
  listen,
  storefrontUrl,
}: Pick<Config, 'listen' | 'storefrontUrl'>): Finding[] {
  const { host, trustedProxies } = listen;
  const isLocal = isOwnMachine(`http://${host.includes(':') ? `[${host}]` : host}`);
  if (isOwnMachine(storefrontUrl)) return [ok('The shop is for this machine alone.')];
  const trustsOthers = trustedProxies.some((one) => !/^(127\.|::1)/.test(one));
  if (trustedProxies.length === 0)
    return [
      wrong(
        'TRUSTED_PROXIES is empty, so all customers count as one network, that of the proxy: name the proxy.',
      ),
    ];
  if (!isLocal && !trustsOthers)
    return [
      warning(
        `The storefront listens on ${host}, and trusts proxies of this machine only: name a proxy of another machine in TRUSTED_PROXIES, else all customers count as one network.`,
      ),
    ];
  return [
    ok(`The networks of customers are read from what ${trustedProxies.join(', ')} send in X-Forwarded-For.`),
  ];
}
