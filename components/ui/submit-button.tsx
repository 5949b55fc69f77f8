'use client';

import type { ComponentProps, MouseEvent } from 'react';
import { useFormStatus } from 'react-dom';
import { Button } from './button';

/** Sends its form once: further clicks are ignored until the response arrives. It stays focusable. */
export function SubmitButton({ onClick, ...props }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <Button
      {...props}
      type="submit"
      aria-disabled={pending ? true : props['aria-disabled']}
      onClick={handleClick}
    />
  );
}
