import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { LinkPending } from './link-pending';

/** A link inside the shop. Pages are made for each request, so nothing is prefetched. */
export function Link({ children, ...props }: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return (
    <NextLink {...props} prefetch={false}>
      {children}
      <LinkPending />
    </NextLink>
  );
}

/** A link among texts, with room for a finger. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className="inline-flex min-h-target items-center underline" />;
}
