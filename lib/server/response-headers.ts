type Headers = Readonly<Record<string, string>>;

/** Of every response. The policy is for responses that are not pages: a page replaces it. */
const always: Headers = {
  // Ten seconds less than the server waits, so that a client does not use a connection that is just being closed.
  'keep-alive': 'timeout=55',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Staff scan tickets; other pages have no use for a camera. */
const staffPath = /^\/[^/]+\/staff(\/|$)/;

function permissionsPolicy(path: string): string {
  const camera = staffPath.test(path) ? '(self)' : '()';
  return `camera=${camera}, microphone=(), geolocation=(self), interest-cohort=()`;
}

/** The service workers of an order's page and of the entrance ask this server for that page and its files. */
const workerPaths: readonly string[] = ['/order-worker.js', '/door-worker.js'];
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** The link in an e-mail, and that of a single ticket, are secrets. */
const secretPath = /^\/[^/]+\/(orders\/link|tickets)\//;
/** These URLs must not reach other sites; `no-referrer` would remove the Origin of forms there. */
const privatePath = /^\/[^/]+\/(orders|checkout|staff|waiting-list)(\/|$)/;

function referrerPolicy(path: string): string {
  if (secretPath.test(path)) return 'no-referrer';
  return privatePath.test(path) ? 'same-origin' : 'strict-origin-when-cross-origin';
}

/** Search engines find a link that was shared in public, and not all of these answers are pages that could say it. */
const isPersonal = (path: string) => secretPath.test(path) || privatePath.test(path);

export function responseHeaders(path: string, storefrontUrl: string): Headers {
  const worker = workerPaths.includes(path)
    ? { 'content-security-policy': workerPolicy, 'cache-control': 'no-cache' }
    : {};
  const robots = isPersonal(path) ? { 'x-robots-tag': 'noindex' } : {};
  const headers = {
    ...always,
    ...worker,
    ...robots,
    'permissions-policy': permissionsPolicy(path),
    'referrer-policy': referrerPolicy(path),
  };
  // Browsers ignore it over plain HTTP (RFC 6797 §7.2).
  if (!storefrontUrl.startsWith('https://')) return headers;
  return { ...headers, 'strict-transport-security': 'max-age=31536000' };
}
