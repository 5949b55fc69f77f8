import type { Problem } from '../../../setup/result';
import type { Typed } from './typed';
import type { CallProblem } from '../administration/catalog-change';

/** What saving would do, told before it is done. */
export interface Preview {
  readonly kind: 'preview';
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Why nothing was saved. `stale`: somebody else has written meanwhile; `version` is what there is now, null if the
 * draft is gone; `now` is what the same form would contain at first, null if it does not show what the draft has.
 */
export type SetupProblem =
  | CallProblem
  | Preview
  | { readonly kind: 'stale'; readonly version: string | null; readonly now: Typed | null }
  | { readonly kind: 'fields'; readonly problems: readonly Problem[] };
