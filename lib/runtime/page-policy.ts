import { readConfig, type Config } from './config';
import { processEnvironment } from './env';

/** Where our forms may lead: to the payment provider, and to the staff's identity provider. */
function formTargets(config: Config): string[] {
  const payment = config.payment.url ?? 'https://checkout.stripe.com';
  return [...new Set([payment, config.staff.issuer].map((address) => new URL(address).origin))];
}

/** Nothing is loaded from other hosts; only scripts with the nonce run. */
export function pagePolicy(config: Config, nonce: string, options: { development: boolean }): string {
  // React's development build uses eval to show where an error came from.
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
    // Browsers apply form-action also to the redirects after a form.
    ["form-action 'self'", ...formTargets(config)].join(' '),
    "frame-ancestors 'none'",
  ];
  if (config.storefrontUrl.startsWith('https://')) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

let config: Config | undefined;

export function getPagePolicy(nonce: string): string {
  const environment = processEnvironment();
  config ??= readConfig(environment);
  return pagePolicy(config, nonce, { development: environment['NODE_ENV'] === 'development' });
}
