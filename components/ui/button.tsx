import type { ComponentProps } from 'react';
import { Link } from './link';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

const shape =
  'inline-flex min-h-target items-center justify-center gap-2 rounded px-5 py-2 text-center font-sans text-base ' +
  'font-bold no-underline underline-offset-4 hover:underline disabled:cursor-not-allowed disabled:opacity-60 ' +
  'aria-disabled:cursor-progress aria-disabled:opacity-60';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-2 border-accent bg-accent text-on-accent',
  secondary: 'border-2 border-ink bg-transparent text-ink',
  quiet: 'border-2 border-transparent bg-transparent px-2 text-ink underline',
};

export function buttonClass(variant: ButtonVariant = 'primary', extra = ''): string {
  return `${shape} ${variants[variant]} ${extra}`.trim();
}

export function Button({
  variant = 'primary',
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & { variant?: ButtonVariant }) {
  return <button {...props} type={type} className={buttonClass(variant, className)} />;
}

export function ButtonLink({
  variant = 'primary',
  className = '',
  ...props
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link {...props} className={buttonClass(variant, className)} />;
}
