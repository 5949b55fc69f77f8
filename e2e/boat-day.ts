import { Temporal } from 'temporal-polyfill';
import { isHoliday } from '@/demo/catalogs/common/programme';
import { holidays, timezone } from '@/demo/catalogs/river/river-calendar';

/** A day on which boats leave, some days ahead, when their tickets can be cancelled for the whole price. */
export function boatDay(): string {
  const next = Temporal.Now.plainDateISO(timezone).add({ days: 8 });
  return (isHoliday(next, holidays) ? next.add({ days: 1 }) : next).toString();
}
