import type { DoorResult } from '@/lib/storefront/door';
import type { RecentScan } from './door-device';

/** A scan as the service judged it later: what was shown as admitted may be a conflict. Others stay as they are. */
export function correctScan(scan: RecentScan, conflicts: readonly DoorResult[]): RecentScan {
  const judged = conflicts.find(({ id }) => id === scan.id);
  return judged === undefined ? scan : { ...scan, ...judged, isOffline: false };
}
