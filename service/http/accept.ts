import { HttpProblem } from './problem';

const served = ['application/ld+json', 'application/json', '*/*', 'application/*'];

/** 406 when an Accept header allows nothing that is served in JSON. */
export function checkAccept(header: string | null): void {
  if (header === null || header.trim() === '') return;
  const wanted = header.split(',').filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range));
  if (wanted.some((range) => served.includes(range.split(';')[0]?.trim().toLowerCase() ?? ''))) return;
  throw new HttpProblem(
    406,
    `Requested format "${header}" is not supported. Supported MIME types are "application/ld+json", "application/json".`,
  );
}
