'use client';

import { useEffect, useRef } from 'react';

/** Gives the focus to the element that it stands in, once, when that appears. */
export function FocusWhenShown() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    marker.current?.parentElement?.focus();
  }, []);
  return <span ref={marker} hidden />;
}
