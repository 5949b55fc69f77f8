import { browsingDefects } from './broken-browsing';
import { doorDefects } from './broken-doors';
import { orderDefects } from './broken-orders';
import { reservationDefects } from './broken-reservations';
import type { Defect } from './planting';

/** Copies of a service, each with one mistake that the suite has to find. */
export const defects: readonly Defect[] = [
  ...browsingDefects,
  ...reservationDefects,
  ...orderDefects,
  ...doorDefects,
];
