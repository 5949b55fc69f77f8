import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { QueuedScan } from './device-store';

type What = Pick<QueuedScan, 'code' | 'ticket' | 'groupOf' | 'undoes'>;

/** A scan that is made now at an entrance. */
export function newScan({ entrance, sessions, events, date }: DoorSettings, what: What = {}): QueuedScan {
  return {
    id: crypto.randomUUID(),
    entrance,
    date: date ?? null,
    scannedAt: new Date().toISOString(),
    offline: false,
    sessions: [...sessions],
    events: [...events],
    ...what,
  };
}

/** A scan that let a person in without a connection. Without its code: the queue on the device contains no codes. */
export function offlineScan(scan: QueuedScan, ticket: string): QueuedScan {
  const { id, entrance, date, scannedAt, sessions, events } = scan;
  return { id, entrance, date, scannedAt, sessions, events, ticket, offline: true };
}
