'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** A page that is only late is there after a few seconds; a service that does not answer may take long. */
const waitSeconds = { first: 4, most: 60 };
const noticeInPage = '.outdated-notice';

/**
 * The server puts a sentence about its age into a page that it can't make again just now (lib/page-cache/outdated-page.ts).
 * While the page is open, the sentence stays true; when the server has a new page, this one is replaced. A page that is
 * looked at again, or connected again, does not wait for that.
 */
export function RenewOutdated() {
  const router = useRouter();
  const page = usePathname();
  useEffect(() => {
    const notice = document.querySelector(noticeInPage);
    if (notice === null) return undefined;
    const renew = async () => {
      if (document.visibilityState !== 'visible' || !notice.isConnected) return;
      const sentence = await fetchSentence();
      if (sentence === undefined) return;
      if (sentence !== null) {
        // Its age is not read out every minute.
        notice.setAttribute('aria-live', 'off');
        notice.textContent = sentence;
        return;
      }
      notice.remove();
      router.refresh();
    };
    const onReturn = () => void renew();
    let wait = waitSeconds.first;
    const onTime = () => {
      onReturn();
      wait = Math.min(2 * wait, waitSeconds.most);
      timer = setTimeout(onTime, wait * 1_000);
    };
    let timer = setTimeout(onTime, wait * 1_000);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', onReturn);
    };
  }, [router, page]);
  return null;
}

/** The sentence of the page as it is now; null: it is up to date. Undefined: there is no page now. */
async function fetchSentence(): Promise<string | null | undefined> {
  try {
    const response = await fetch(window.location.href, { cache: 'no-store' });
    if (!response.ok) return undefined;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return page.querySelector(noticeInPage)?.textContent ?? null;
  } catch (error) {
    // Without a connection.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
