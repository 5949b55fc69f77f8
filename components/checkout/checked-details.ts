import { type RefObject, useEffect, useRef, useState } from 'react';
import type * as library from 'react-hook-form';
import { type DetailField, detailFields, type Details, isValid } from './contact-details';

type Control = ReturnType<typeof library.createFormControl<Details>>;

export interface CheckedDetails {
  /** What is wrong with what was typed, as far as the browser has checked; null: it has found nothing yet. */
  readonly found: { readonly wrong: readonly DetailField[]; readonly typed: Details } | null;
  /** Calls one of the two. Rejects if the check itself fails. */
  readonly check: (whenValid: () => void, whenWrong: () => void) => Promise<void>;
  readonly setValue: (field: DetailField, text: string) => void;
}

function fieldOf(form: HTMLFormElement | null, field: DetailField) {
  const found = form?.elements.namedItem(field);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}

/** Connects the fields of the form with the library. Returns what ends that. */
function connect(control: Control, form: HTMLFormElement): () => void {
  const ends = detailFields.map((field) => {
    const element = fieldOf(form, field);
    if (element === null) return () => undefined;
    const { ref, onChange, onBlur } = control.register(field, { validate: isValid[field] });
    ref(element);
    const onInput = (event: Event) => void onChange(event);
    const onLeave = (event: Event) => void onBlur(event);
    element.addEventListener('input', onInput);
    element.addEventListener('focusout', onLeave);
    return () => {
      element.removeEventListener('input', onInput);
      element.removeEventListener('focusout', onLeave);
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Checks the details while the customer types. The library for that is loaded when the form gets the focus: it is a tenth of
 * what the page needs. Until it is there, and without it, the server checks them.
 */
export function useCheckedDetails(form: RefObject<HTMLFormElement | null>): CheckedDetails {
  const [found, setFound] = useState<CheckedDetails['found']>(null);
  const loaded = useRef<Control | null>(null);
  useEffect(() => {
    const { current } = form;
    if (current === null) return undefined;
    const ends: (() => void)[] = [];
    let isGone = false;
    const start = ({ createFormControl: create }: typeof library) => {
      if (isGone) return;
      const control = create<Details>({ mode: 'onTouched', shouldFocusError: false });
      const end = control.subscribe({
        formState: { errors: true },
        callback: ({ errors = {}, isSubmitted, values }) => {
          const wrong = detailFields.filter((field) => errors[field] !== undefined);
          setFound(isSubmitted === true || wrong.length > 0 ? { wrong, typed: { ...values } } : null);
        },
      });
      ends.push(end, connect(control, current));
      loaded.current = control;
    };
    const load = () => {
      // Without a connection the server checks what is sent later.
      void import('react-hook-form').then(start, () => undefined);
    };
    current.addEventListener('focusin', load, { once: true });
    return () => {
      isGone = true;
      loaded.current = null;
      current.removeEventListener('focusin', load);
      for (const end of ends) end();
    };
  }, [form]);
  const check: CheckedDetails['check'] = async (whenValid, whenWrong) =>
    loaded.current === null ? whenValid() : loaded.current.handleSubmit(whenValid, whenWrong)();
  const setValue: CheckedDetails['setValue'] = (field, text) => {
    const element = fieldOf(form.current, field);
    if (element !== null) element.value = text;
    loaded.current?.setValue(field, text, { shouldValidate: true });
  };
  return { found, check, setValue };
}
