'use client';

import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';

type Asked =
  | { readonly kind: 'use'; readonly options: PublicKeyCredentialRequestOptionsJSON }
  | { readonly kind: 'make'; readonly options: PublicKeyCredentialCreationOptionsJSON };

interface PasskeyFormProps {
  readonly action: (form: FormData) => Promise<void>;
  /** What the browser asks the person's device. */
  readonly asked: Asked;
  readonly about: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<'button' | 'failed' | 'failedText' | 'scripts', string>>;
}

const answerTo = (asked: Asked) =>
  asked.kind === 'use'
    ? startAuthentication({ optionsJSON: asked.options })
    : startRegistration({ optionsJSON: asked.options });

/** Uses or makes a passkey, and sends what it has signed. Passkeys need scripts: without them the form says so. */
export function PasskeyForm({ action, asked, about, texts }: PasskeyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const response = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready');

  async function ask() {
    setState('asking');
    try {
      const answer = await answerTo(asked);
      if (response.current !== null) response.current.value = JSON.stringify(answer);
      form.current?.requestSubmit();
    } catch {
      // The person has cancelled, has no passkey here, or the device does not answer: browsers do not tell which.
      setState('failed');
    }
  }

  return (
    <form ref={form} action={action} className="space-y-4">
      {state === 'failed' ? (
        <Notice tone="problem" title={texts.failed}>
          <p>{texts.failedText}</p>
        </Notice>
      ) : null}
      <HiddenFields {...about} />
      <input ref={response} type="hidden" name="response" defaultValue="" />
      <noscript>
        <p>{texts.scripts}</p>
      </noscript>
      <Button
        aria-disabled={state === 'asking' ? true : undefined}
        onClick={() => state !== 'asking' && void ask()}
      >
        {texts.button}
      </Button>
    </form>
  );
}
