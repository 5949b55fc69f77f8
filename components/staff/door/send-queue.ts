import type { Language } from '@/lib/locale/languages';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import type { DoorRefusal, DoorRequest } from '@/lib/storefront/staff/door/door-requests';
import type { DeviceStore } from './device-store';
import { sendScans } from './door-client';

const mostSent = 20;

interface QueueSent {
  /** Null: nothing had to be sent. */
  readonly isConnected: boolean | null;
  readonly refusal: DoorRefusal | null;
  /** People whom the service would not have admitted. */
  readonly conflicts: readonly DoorResult[];
}

/** Sends the scans that wait on the device, the oldest first, until there are none or no answer comes. */
export async function sendQueue(
  store: Pick<DeviceStore, 'readQueue' | 'dequeue'>,
  language: Language,
): Promise<QueueSent> {
  const conflicts: DoorResult[] = [];
  let isConnected: boolean | null = null;
  let most = mostSent;
  for (;;) {
    const queued = await store.readQueue(most);
    if (queued.length === 0) return { isConnected, refusal: null, conflicts };
    const scans = queued.map(({ scan }): DoorRequest['scans'][number] => scan);
    const sent = await sendScans(scans, language);
    isConnected = sent.kind !== 'unreachable';
    // One scan that is refused must not keep the others: then they are sent one by one.
    const isInvalid = sent.kind === 'refused' && sent.refusal === 'invalid';
    if (isInvalid && most > 1) {
      most = 1;
      continue;
    }
    if (sent.kind !== 'judged' && !isInvalid)
      return { isConnected, refusal: sent.kind === 'refused' ? sent.refusal : null, conflicts };
    if (sent.kind === 'judged') conflicts.push(...sent.results.filter(({ conflict }) => conflict));
    await store.dequeue(queued.map(({ key }) => key));
  }
}
