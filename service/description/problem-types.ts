import { STATUS_CODES } from 'node:http';
import { type ViolationCode, violationCodes } from '@/lib/contract/problem';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { checkAccept } from '../http/accept';
import { inPieces } from '../http/in-pieces';
import { notFound, problemBody, violationsBody } from '../http/problem';
import type { OpenAddress } from '../http/router';
import { problemStatuses } from './problem-responses';

const codesByValue = new Map(
  (Object.entries(violationCodes) as [ViolationCode, string][]).map(([code, value]) => [value, code]),
);

/** The addresses in the `type` of errors (RFC 9457 §3.1.1): what such an error is, in the shape of the error. */
export const problemTypes: readonly OpenAddress[] = [
  {
    path: '/errors/*',
    serve: (request) => {
      const status = Number(lastPart(request));
      if (!problemStatuses.includes(status)) throw notFound();
      return answer(request, problemBody(status, STATUS_CODES[status] ?? ''), {});
    },
  },
  {
    path: '/validation_errors/*',
    serve: (request) => {
      // One code, or several with their positions: `0=…;1=…`.
      const values = lastPart(request).split(';');
      const codes = values.map((value) => codesByValue.get(value.replace(/^\d+=/, '')));
      const known = codes.flatMap((code) => (code === undefined ? [] : [{ path: '', code, detail: '…' }]));
      if (known.length < codes.length) throw notFound();
      const language = preferredLanguage(request.headers.get('accept-language'));
      return answer(request, violationsBody(known, language), { 'content-language': language });
    },
  },
];

function lastPart(request: Request): string {
  return new URL(request.url).pathname.replace(/^.*\//, '');
}

function answer(request: Request, body: object, headers: Readonly<Record<string, string>>) {
  checkAccept(request.headers.get('accept'));
  return Promise.resolve(
    inPieces(JSON.stringify(body), {
      headers: {
        'content-type': 'application/ld+json; charset=utf-8',
        'cache-control': 'public, max-age=300',
        vary: 'Accept, Accept-Language',
        ...headers,
      },
    }),
  );
}
