import type { AroundName } from '@/lib/locale/around-name';

interface NamedProps extends AroundName {
  /** The language of the name, if it is not the page's. */
  readonly lang: string | undefined;
}

/** A sentence of the page with a name that screen readers read in its own language. */
export function Named({ before, name, after, lang }: NamedProps) {
  return (
    <>
      {before}
      {name === '' ? null : <span lang={lang}>{name}</span>}
      {after}
    </>
  );
}
