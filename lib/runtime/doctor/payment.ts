import { type Finding, ok, warning, wrong } from '../../doctor/check';
import { judgeClock, secondsAheadOf } from '../../doctor/clock';
import { reach } from '../../doctor/reach';
import { isOwnMachine } from '../../network/deployment';
import { readStripeAccount, type StripeAccount, type WebhookEndpoint } from '../../payment/stripe-account';
import type { Config } from '../config';

const timeoutMilliseconds = 5_000;

interface Look {
  readonly payment: Pick<Config['payment'], 'secretKey' | 'url'>;
  readonly storefrontUrl: string;
}

/** The key of the payment provider, and whether its webhooks come to this shop. */
export async function lookAtPayment({ payment, storefrontUrl }: Look): Promise<Finding[]> {
  const { secretKey, url = 'https://api.stripe.com' } = payment;
  const account = await readStripeAccount({ secretKey, url: new URL(url), timeoutMilliseconds });
  switch (account.kind) {
    case 'unreachable':
      return [await explainSilence(url)];
    case 'refused':
      return [
        wrong(
          `${url} refuses PAYMENT_SECRET_KEY: take the secret key of the account, with all rights that the shop needs.`,
        ),
      ];
    case 'usable':
      return [
        judgeKey(secretKey, storefrontUrl),
        ...judgeWebhooks(account, `${storefrontUrl}/api/webhooks/payment`),
        judgeClock(url, secondsAheadOf(account.date, account.asked)),
      ];
  }
}

/** Stripe's own client does not tell why a connection failed. */
async function explainSilence(url: string): Promise<Finding> {
  const answer = await reach(url);
  return wrong(
    typeof answer === 'string'
      ? `${url} (PAYMENT_URL) ${answer}.`
      : `${url} does not answer as a payment provider: check PAYMENT_URL, and the state of the provider.`,
  );
}

function judgeKey(secretKey: string, storefrontUrl: string): Finding {
  if (!/^[a-z]+_test_/.test(secretKey)) return ok('The key is accepted, and payments are real.');
  const how = 'The key is accepted, and it is a test key: nobody is charged.';
  return isOwnMachine(storefrontUrl) ? ok(how) : warning(`${how} Replace it before you sell.`);
}

type Webhooks = Pick<Extract<StripeAccount, { kind: 'usable' }>, 'endpoints' | 'unaccepted'>;

function judgeWebhooks({ endpoints, unaccepted }: Webhooks, address: string): Finding[] {
  const endpoint = judgeEndpoints(endpoints, address);
  if (endpoint.state === 'wrong') return [endpoint];
  if (unaccepted === null)
    return [endpoint, warning('The key may not read events: let it, because the shop looks for lost ones.')];
  const { events, since } = unaccepted;
  if (events === 0) return [endpoint];
  const count = events < 100 ? `${events} of the webhooks` : '100 webhooks or more';
  return [
    endpoint,
    warning(
      `${count} since ${since.toISOString()} were not accepted: PAYMENT_WEBHOOK_SECRET has to be the signing secret of ${address}; the account shows which endpoint answered what.`,
    ),
  ];
}

function judgeEndpoints(endpoints: WebhookEndpoint[] | null, address: string): Finding {
  if (endpoints === null)
    return warning(
      `The key may not read webhook endpoints: see yourself that one has the address ${address}.`,
    );
  const ours = endpoints.filter(({ url }) => url === address);
  const enabled = ours.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0)
    return ours.length === 0
      ? wrong(
          `The account has no webhook endpoint with the address ${address}: add it, and set PAYMENT_WEBHOOK_SECRET to its secret.`,
        )
      : wrong(`The webhook endpoint ${address} is disabled: enable it in the account.`);
  const [missing = []] = enabled.map((one) => one.missing).toSorted((a, b) => a.length - b.length);
  return missing.length === 0
    ? ok(`Webhooks come to ${address}.`)
    : wrong(
        `The webhook endpoint ${address} does not get all events that the shop needs: add ${missing.join(', ')}.`,
      );
}
