'use client';

import { useEffect, useRef, useState } from 'react';

/** Without a connection no form is sent: what was typed stays, and the customer can send it again. */
export function OfflineNotice({ title, text }: { title: string; text: string }) {
  const [isShown, setShown] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Before any other listener: a form that is sent without a connection would end on an error page.
    const onSubmit = (event: SubmitEvent) => {
      // The page of the entrance judges scans on its own.
      if (event.target instanceof HTMLElement && 'worksOffline' in event.target.dataset) return;
      setShown(!navigator.onLine);
      if (navigator.onLine) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const onOnline = () => setShown(false);
    window.addEventListener('submit', onSubmit, true);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('submit', onSubmit, true);
      window.removeEventListener('online', onOnline);
    };
  }, []);
  // Where there is little height, the top of the page does not stay in place.
  useEffect(() => {
    if (isShown) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <div ref={notice} role="alert" className="empty:hidden">
      {isShown ? (
        <div className="border-t-2 border-bad bg-bad-soft px-4 py-3 sm:px-8">
          <p className="font-bold text-bad">{title}</p>
          <p>{text}</p>
        </div>
      ) : null}
    </div>
  );
}
