import type { DoorConflict } from '@/lib/storefront/staff/door/conflicts';
import type { DoorRefusal } from '@/lib/storefront/staff/door/door-requests';
import type { AdmittedCount } from './offline-list';
import type { ShownResult } from './result-lines';

/** A scan in the list of the last ones. */
export type RecentScan = ShownResult & {
  /** When the answer came, by the clock of the device: an admission can be undone for a minute from then. */
  readonly shownAt: number;
  readonly isUndone: boolean;
};

export interface DoorState {
  readonly isBusy: boolean;
  /** The scan that was made last. */
  readonly last: RecentScan | null;
  /** Why the last scan has no result. */
  readonly refusal: DoorRefusal | 'no_list' | null;
  readonly recent: readonly RecentScan[];
  readonly isConnected: boolean;
  /** Scans that are not sent yet. */
  readonly waiting: number;
  readonly list: { readonly at: number; readonly count: number } | null;
  /** Of the chosen sessions; null without a list. */
  readonly count: AdmittedCount | null;
  /** Of the last day, at all entrances. */
  readonly conflicts: readonly DoorConflict[];
}

export const emptyState: DoorState = {
  isBusy: false,
  last: null,
  refusal: null,
  recent: [],
  isConnected: true,
  waiting: 0,
  list: null,
  count: null,
  conflicts: [],
};
