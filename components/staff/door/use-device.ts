import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Language } from '@/lib/locale/languages';
import type { DoorConflict } from '@/lib/storefront/staff/door/conflicts';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import { openDeviceStore } from './device-store';
import { DoorDevice } from './door-device';
import { type DoorState, emptyState } from './door-state';
import type { Within } from './stored-within';

/** How often the list of the day is brought up to date, and waiting scans are sent. */
const refreshMilliseconds = 30_000;

/** The device's state; `device` is null until it is ready, and where the browser keeps no data. */
export function useDevice(
  { settings, within }: { settings: DoorSettings; within: Within },
  conflicts: readonly DoorConflict[],
  language: Language,
) {
  const [state, setState] = useState<DoorState>(() => ({ ...emptyState, conflicts }));
  const [device, setDevice] = useState<DoorDevice | null>(null);
  const isOpened = useRef(false);
  const open = useEffectEvent(async () => {
    const store = await openDeviceStore(within);
    const now = () => Date.now();
    const opened = new DoorDevice({ store, settings, conflicts, language, now, onChange: setState });
    // Scans wait for the stored list, not for the new one.
    setDevice(opened);
    await opened.open();
    return opened;
  });
  useEffect(() => {
    // Once, also in React's strict mode: two devices would send the same queue.
    if (isOpened.current) return;
    isOpened.current = true;
    void open();
  }, []);
  useEffect(() => {
    if (device === null) return;
    const refresh = () => void device.refresh();
    const timer = setInterval(refresh, refreshMilliseconds);
    window.addEventListener('online', refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', refresh);
    };
  }, [device]);
  return { state, device };
}
