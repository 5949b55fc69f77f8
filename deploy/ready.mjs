// Asks whether a program of this machine is ready, for the health check of a container: node ready.mjs https://localhost:4000
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

const url = new URL('/readyz', process.argv[2]);
const get = url.protocol === 'https:' ? getHttps : getHttp;
// Its certificate is for the name that others use.
get(url, { rejectUnauthorized: false, timeout: 5_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
