'use client';

import { useEffect, useRef } from 'react';

export function FocusWhenShown() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    marker.current?.parentElement?.focus();
  }, []);
  return <span ref={marker} hidden />;
}
