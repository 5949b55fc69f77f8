import type { Config } from './config';

/** Where our forms may lead: to the payment provider, and to the staff's identity provider. */
export function formTargets(config: Pick<Config, 'payment' | 'staff'>): string[] {
  const payment = config.payment.url ?? 'https://checkout.stripe.com';
  const { provider } = config.staff;
  const addresses = provider === null ? [payment] : [payment, provider.issuer];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

/** Nothing is loaded from other hosts. `scripts` are the sources of scripts other than the shop's own files. */
function policyOf(config: Config, scripts: readonly string[], styles: readonly string[]): string {
  const directives = [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The service worker of an order's page; script-src would not allow it, because of 'strict-dynamic'.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // Browsers apply form-action also to the redirects after a form.
    ["form-action 'self'", ...formTargets(config)].join(' '),
    "frame-ancestors 'none'",
  ];
  if (config.storefrontUrl.startsWith('https://')) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

/** For a page of one visitor: only scripts with the nonce run, and what they load. */
export function pagePolicy(config: Config, nonce: string): string {
  return policyOf(config, [`'nonce-${nonce}'`, "'strict-dynamic'"], [`'nonce-${nonce}'`]);
}

/** For a page that is the same for all: only inline scripts with these hashes run, and the shop's own files. */
export function sharedPagePolicy(config: Config, hashes: readonly string[]): string {
  return policyOf(config, hashes, []);
}
