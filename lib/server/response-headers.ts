type Headers = Readonly<Record<string, string>>;

/** What every response carries, whatever made it. The policy is for what is no page: a page replaces it. */
const always: Headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The link in an e-mail is a secret. */
const secretPath = /^\/[^/]+\/orders\/link\//;
/** Addresses of orders are nobody else's business; forms there need an Origin, which `no-referrer` would take away. */
const privatePath = /^\/[^/]+\/(orders|checkout|staff)(\/|$)/;

function referrerPolicy(path: string): string {
  if (secretPath.test(path)) return 'no-referrer';
  return privatePath.test(path) ? 'same-origin' : 'strict-origin-when-cross-origin';
}

/** The headers of every response to a path of the storefront, which has this address. */
export function responseHeaders(path: string, storefrontUrl: string): Headers {
  const headers = { ...always, 'referrer-policy': referrerPolicy(path) };
  // Said over plain HTTP it would count for nothing (RFC 6797 §7.2).
  if (!storefrontUrl.startsWith('https://')) return headers;
  return { ...headers, 'strict-transport-security': 'max-age=31536000' };
}
