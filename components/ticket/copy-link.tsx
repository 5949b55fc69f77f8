'use client';

import { useState, useSyncExternalStore } from 'react';

interface CopyLinkProps {
  readonly link: string;
  readonly words: { readonly copy: string; readonly copied: string; readonly send: string };
}

const never = () => () => undefined;
const canCopy = () => 'clipboard' in navigator;
const canSend = () => 'share' in navigator;
const onServer = () => false;

const button = 'inline-flex min-h-target cursor-pointer items-center underline';

/** Buttons that only exist where the browser can do it. */
export function CopyLink({ link, words }: CopyLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const copies = useSyncExternalStore(never, canCopy, onServer);
  const sends = useSyncExternalStore(never, canSend, onServer);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <>
      {copies ? (
        <button type="button" className={button} onClick={() => void copy()}>
          {words.copy}
        </button>
      ) : null}
      {sends ? (
        <button type="button" className={button} onClick={() => void send(link)}>
          {words.send}
        </button>
      ) : null}
      <span role="status">{isCopied ? words.copied : ''}</span>
    </>
  );
}

async function send(link: string): Promise<void> {
  try {
    await navigator.share({ url: link });
  } catch (error) {
    // The person has closed the menu.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
