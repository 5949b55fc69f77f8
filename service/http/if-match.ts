import { HttpProblem } from './problem';

/** 428 (RFC 6585 §3): without If-Match, a change could undo what somebody else has just done. */
export const preconditionRequired = () =>
  new HttpProblem(428, 'If-Match is needed: the ETag of what was read.');

export const changedMeanwhile = () => new HttpProblem(412, 'It was changed meanwhile: read it again.');

/** Throws 412 unless If-Match names the entity tag, compared strongly, or is `*` (RFC 9110 §13.1.1). */
export function requireMatch(ifMatch: string | null, tag: string): void {
  if (ifMatch === null) throw preconditionRequired();
  const named = ifMatch.split(',').map((one) => one.trim());
  if (!named.includes('*') && !named.includes(tag)) throw changedMeanwhile();
}
