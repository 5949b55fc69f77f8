import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';

/** A scan as the service judged it later: what was shown as admitted may be a conflict. Others stay as they are. */
export function correctScan<Scan extends DoorResult & { readonly isOffline: boolean }>(
  scan: Scan,
  conflicts: readonly DoorResult[],
): Scan {
  const judged = conflicts.find(({ id }) => id === scan.id);
  return judged === undefined ? scan : { ...scan, ...judged, isOffline: false };
}
