import { useEffect, useState } from 'react';

/** Whether the person wants the camera at this device's entrance. */
const key = 'door-camera';

/** Browsers that can't say whether the camera is allowed ask again: there it starts if it was used last time. */
async function mayStart(): Promise<boolean> {
  const wanted = localStorage.getItem(key);
  if (wanted === 'off') return false;
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return wanted === 'on';
  }
}

/** On at once where the camera was allowed before, unless it was switched off here. */
export function useCamera() {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void mayStart().then((may) => {
      if (isCurrent && may) setOn(true);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  const toggle = () => {
    localStorage.setItem(key, isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return { isOn, toggle };
}
