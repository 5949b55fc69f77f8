import type { ReactNode, RefObject, SyntheticEvent } from 'react';
import { typedText } from '@/lib/contract/typed-text';
import { Button } from '../../ui/button';
import { controlClass } from '../../ui/field';
import type { DoorTexts } from './door-texts';
import { allowSound } from './signals';
import { useScannerKeys } from './use-scanner-keys';

interface CodeFormProps {
  readonly action: (form: FormData) => Promise<void>;
  readonly texts: DoorTexts;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Null without scripts, and until the device is ready: then the form is sent. */
  readonly onCode: ((code: string) => void) | null;
  readonly children: ReactNode;
}

/** For typed codes, and for scanners that type what they read and press Enter. */
export function CodeForm({ action, texts, input, onCode, children }: CodeFormProps) {
  useScannerKeys(input, onCode);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    if (onCode === null) return;
    event.preventDefault();
    allowSound();
    const code = new FormData(event.currentTarget).get('code');
    event.currentTarget.reset();
    if (typeof code === 'string' && typedText(code) !== '') onCode(code);
  };
  return (
    <form
      action={action}
      onSubmit={onSubmit}
      data-works-offline=""
      className="flex flex-wrap items-end gap-3"
    >
      {children}
      <div className="min-w-0 grow basis-56">
        <label htmlFor="code" className="block pb-1 font-bold">
          {texts.scan.label}
        </label>
        <input
          ref={input}
          id="code"
          name="code"
          // With scripts an empty code does nothing; the browser's message would cover the last result.
          required={onCode === null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          className={`${controlClass} tabular`}
        />
      </div>
      <Button type="submit">{texts.scan.button}</Button>
    </form>
  );
}
