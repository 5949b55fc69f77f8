import type { ComponentProps } from 'react';
import { buttonClass, type ButtonVariant } from './button';
import { Link } from './link';

export function ButtonLink({
  variant = 'primary',
  className = '',
  ...props
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link {...props} className={buttonClass(variant, className)} />;
}
