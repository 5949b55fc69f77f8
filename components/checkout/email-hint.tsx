'use client';

import { type RefObject, useEffect, useState } from 'react';
import { fillText } from '@/lib/locale/fill-text';
import { Button } from '../ui/button';
import { HiddenFields } from '../ui/hidden-fields';

export interface EmailSuggestion {
  readonly typed: string;
  readonly better: string;
}

/** With `{email}` for an address. */
export interface EmailHintWords {
  readonly question: string;
  readonly use: string;
  readonly keep: string;
}

// Not when the customer leaves the field: the hint would move the button that is being pressed.
const pauseMilliseconds = 500;

/** Checks the address when the customer stops typing it. The list of providers is loaded then. */
export function useEmailSuggestion(
  form: RefObject<HTMLFormElement | null>,
  sent: EmailSuggestion | null,
): EmailSuggestion | null {
  const [own, setOwn] = useState<EmailSuggestion | null | undefined>(undefined);
  useEffect(() => {
    const field = form.current?.elements.namedItem('email');
    if (!(field instanceof HTMLInputElement)) return undefined;
    const check = () => {
      const typed = field.value;
      import('./suggest-email')
        .then(({ suggestEmail }) => {
          const better = suggestEmail(typed);
          setOwn(better === null ? null : { typed, better });
        })
        // Without the list the address stays as it is.
        .catch(() => setOwn(null));
    };
    let timer: number | undefined;
    const onInput = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(check, pauseMilliseconds);
    };
    field.addEventListener('input', onInput);
    return () => {
      window.clearTimeout(timer);
      field.removeEventListener('input', onInput);
    };
  }, [form]);
  return own === undefined ? sent : own;
}

interface EmailHintProps {
  suggestion: EmailSuggestion | null;
  words: EmailHintWords;
  setValue: (field: 'email', value: string) => void;
}

/** The hint never stops the order: an address that was shown with it is sent as seen. */
export function EmailHint({ suggestion, words, setValue }: EmailHintProps) {
  const [taken, setTaken] = useState('');
  const shown = suggestion === null || suggestion.better === taken ? null : suggestion;
  return (
    <div role="status" className="empty:hidden">
      {shown === null ? null : (
        <div className="space-y-2 border-l-4 border-ink bg-paper-deep px-4 py-3">
          <HiddenFields emailSeen={shown.typed} />
          <p className="font-bold wrap-anywhere">{fillText(words.question, { email: shown.better })}</p>
          <Button
            type="submit"
            name="useEmail"
            value={shown.better}
            variant="secondary"
            className="wrap-anywhere"
            onClick={(event) => {
              event.preventDefault();
              setValue('email', shown.better);
              setTaken(shown.better);
            }}
          >
            {fillText(words.use, { email: shown.better })}
          </Button>
          <p className="text-small wrap-anywhere">{fillText(words.keep, { email: shown.typed })}</p>
        </div>
      )}
    </div>
  );
}
