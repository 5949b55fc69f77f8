'use client';

import { useEffect } from 'react';

const key = 'door-entrance';

/** Fills in the name of the entrance that was used on this device last, and remembers the new one. */
export function RememberEntrance({ field }: { field: string }) {
  useEffect(() => {
    const input = document.getElementById(field);
    if (!(input instanceof HTMLInputElement)) return;
    const { form } = input;
    const save = () => localStorage.setItem(key, input.value);
    if (input.value === '') input.value = localStorage.getItem(key) ?? '';
    form?.addEventListener('submit', save);
    return () => form?.removeEventListener('submit', save);
  }, [field]);
  return null;
}
