import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { DoorRequest } from '@/lib/storefront/staff/door/door-requests';
import type { AdmittedHere, StoredList } from './offline-list';
import { isMadeWithin, isStoredWithin, type Within } from './stored-within';

export type QueuedScan = DoorRequest['scans'][number];

/** What is stored, with the catalogues of the person for whom it was; without them it is of an earlier release. */
type Owned<Value> = Value & { within?: Within };

interface DayData extends DBSchema {
  lists: { key: string; value: Owned<StoredList> };
  admitted: { key: string; value: AdmittedHere };
}

interface QueueData extends DBSchema {
  scans: { key: number; value: Owned<QueuedScan> };
}

/** As in public/door-worker.js. */
const dayDatabase = 'door-day';
const pageCache = 'door-pages';

/** Opens the data of the day, also again after they were deleted. */
function dayData(): () => Promise<IDBPDatabase<DayData>> {
  let opened: Promise<IDBPDatabase<DayData>> | null = null;
  const open = async () => {
    const database = await openDB<DayData>(dayDatabase, 1, {
      upgrade(created) {
        created.createObjectStore('lists', { keyPath: 'date' });
        created.createObjectStore('admitted', { keyPath: 'ticket' });
      },
      // It is deleted after a sign-out, also by the service worker.
      blocking: () => {
        opened = null;
        database.close();
      },
    });
    return database;
  };
  return () => (opened ??= open());
}

/**
 * What the device keeps. The list of the day is deleted when the person may not admit any more; the scans that are not
 * sent yet stay, because they are the only record that these people were let in. A list that was stored for who works with other
 * catalogues is not read, and scans that such a person made wait for them, or for somebody who works with all.
 */
export async function openDeviceStore(within: Within) {
  const day = dayData();
  const queue = await openDB<QueueData>('door-queue', 1, {
    upgrade: (database) => void database.createObjectStore('scans', { autoIncrement: true }),
  });
  /** All that may be sent, in the order in which it was made. */
  const readOwn = async () => {
    const read = queue.transaction('scans');
    const [keys, scans] = await Promise.all([read.store.getAllKeys(), read.store.getAll()]);
    return keys.flatMap((key, i) => {
      const stored = scans[i];
      if (stored === undefined) return [];
      const { within: madeWithin, ...scan } = stored;
      return isMadeWithin(madeWithin, within) ? [{ key, scan }] : [];
    });
  };
  return {
    readList: async (date: string) => {
      const stored = await (await day()).get('lists', date);
      return stored !== undefined && isStoredWithin(stored.within, within) ? stored : undefined;
    },
    /** Replaces the lists of other days, too. */
    saveList: async (list: StoredList): Promise<void> => {
      const change = (await day()).transaction('lists', 'readwrite');
      await Promise.all([change.store.clear(), change.store.put({ ...list, within }), change.done]);
    },
    readAdmitted: async () => (await day()).getAll('admitted'),
    saveAdmitted: async (admitted: AdmittedHere) => (await day()).put('admitted', admitted),
    removeAdmitted: async (ticket: string) => (await day()).delete('admitted', ticket),
    enqueue: (scan: QueuedScan) => queue.add('scans', { ...scan, within }),
    /** The first scans of the queue with their keys, in the order in which they were made. */
    readQueue: async (most: number) => (await readOwn()).slice(0, most),
    countQueue: async () => (await readOwn()).length,
    dequeue: async (keys: readonly number[]): Promise<void> => {
      const change = queue.transaction('scans', 'readwrite');
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    },
  };
}

export type DeviceStore = Awaited<ReturnType<typeof openDeviceStore>>;

/** For a person who may not admit, or not any more: the stored page and the list of the day are deleted. */
export async function forgetDay(): Promise<void> {
  await Promise.all([deleteDB(dayDatabase), 'caches' in globalThis ? caches.delete(pageCache) : undefined]);
}
