'use client';

import { useState, useSyncExternalStore } from 'react';

interface LinkActionsProps {
  readonly link: string;
  readonly texts: { readonly copy: string; readonly copied: string; readonly send: string };
}

const subscribeToNothing = () => () => undefined;
const hasClipboard = () => 'clipboard' in navigator;
const hasShare = () => 'share' in navigator;
const onServer = () => false;

const button = 'inline-flex min-h-target cursor-pointer items-center underline';

/** Buttons to copy and to share a link; each only where the browser has the API. */
export function LinkActions({ link, texts }: LinkActionsProps) {
  const [isCopied, setCopied] = useState(false);
  const canCopy = useSyncExternalStore(subscribeToNothing, hasClipboard, onServer);
  const canShare = useSyncExternalStore(subscribeToNothing, hasShare, onServer);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <>
      {canCopy ? (
        <button type="button" className={button} onClick={() => void copy()}>
          {texts.copy}
        </button>
      ) : null}
      {canShare ? (
        <button type="button" className={button} onClick={() => void send(link)}>
          {texts.send}
        </button>
      ) : null}
      <span role="status">{isCopied ? texts.copied : ''}</span>
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
