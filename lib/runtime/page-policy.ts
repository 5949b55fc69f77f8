import { readConfig, type Config } from './config';
import { processEnvironment } from './env';

/** Where a form of ours may end up: at the payment provider, and at the staff's identity provider. */
function formTargets(config: Config): string[] {
  const payment = config.payment.url ?? 'https://checkout.stripe.com';
  return [...new Set([payment, config.staff.issuer].map((address) => new URL(address).origin))];
}

/** The Content-Security-Policy of a page. Nothing is loaded from anywhere else; only scripts with the nonce run. */
export function pagePolicy(config: Config, nonce: string, options: { development: boolean }): string {
  // React's development build evaluates code to show where an error came from.
  const evaluation = options.development ? " 'unsafe-eval'" : '';
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    options.development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // Browsers hold a form's redirects to this too.
    ["form-action 'self'", ...formTargets(config)].join(' '),
    "frame-ancestors 'none'",
  ];
  if (config.storefrontUrl.startsWith('https://')) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

let config: Config | undefined;

/** The Content-Security-Policy of a page of this process. */
export function getPagePolicy(nonce: string): string {
  const environment = processEnvironment();
  config ??= readConfig(environment);
  return pagePolicy(config, nonce, { development: environment['NODE_ENV'] === 'development' });
}
