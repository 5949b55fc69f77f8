import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/** A link inside the shop. Pages are made for each request, so nothing is fetched before it is asked for. */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />;
}
