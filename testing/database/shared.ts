import { get } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * The environment variable with the address where test files request shared databases; global-setup.ts answers
 * there.
 */
export const sharedVariable = 'SHARED_BY_TESTS';

/** A shared database of the whole run, made on the first request. Null outside a run, as in the benchmark. */
export async function askShared(what: string, query: Record<string, string> = {}): Promise<string | null> {
  const address = process.env[sharedVariable];
  if (address === undefined) return null;
  const { status, body } = await fetchPlainly(`${address}/${what}?${new URLSearchParams(query).toString()}`);
  if (status !== 200) throw new Error(body);
  return body;
}

/** Not `fetch`, which a test may have replaced; no connection is kept. */
function fetchPlainly(url: string): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    get(url, { agent: false }, (answer) => {
      text(answer).then((body) => done({ status: answer.statusCode ?? 0, body }), fail);
    }).on('error', fail);
  });
}
