'use client';

import type { ComponentProps, MouseEvent } from 'react';
import { useFormStatus } from 'react-dom';
import { Button } from './button';

/** Sends its form once: further presses are ignored while the answer is on its way. Stays focusable throughout. */
export function SubmitButton({ children, onClick, ...props }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <Button {...props} type="submit" aria-disabled={pending ? true : undefined} onClick={handleClick}>
      {children}
    </Button>
  );
}
