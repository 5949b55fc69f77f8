import type { ComponentProps } from 'react';

interface LinkProps extends ComponentProps<'a'> {
  readonly href: string;
  /** False: the next page keeps the scroll position. */
  readonly scroll?: boolean;
}

/**
 * A link inside the shop, which `ClientNavigation` follows without loading the whole page. It is no client component
 * like Next's own link: a calendar has a hundred of them, and the code of each would be sent with every page.
 */
export function Link({ scroll = true, ...props }: LinkProps) {
  return <a {...props} data-navigate={scroll ? 'top' : 'stay'} />;
}

/** A link among texts, with room for a finger. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className="inline-flex min-h-target items-center underline wrap-anywhere" />;
}
