import type { ThingView } from '@/lib/storefront/views';
import { Link } from '../ui/link';
import { Picture } from '../ui/picture';

interface ThingProps {
  readonly thing: ThingView;
  readonly href: string;
  readonly next: string;
  readonly lang: string | undefined;
}

function ThingName({ thing, href }: Pick<ThingProps, 'thing' | 'href'>) {
  return (
    <Link href={href} className="no-underline after:absolute after:inset-0 group-hover:underline">
      {thing.name}
    </Link>
  );
}

export function ThingCard({ thing, href, next, lang }: ThingProps) {
  return (
    <li className="group relative flex flex-col">
      <Picture picture={thing.picture} seed={thing.id} decorative />
      <h3 className="pt-4 text-heading" lang={lang}>
        <ThingName thing={thing} href={href} />
      </h3>
      {thing.excerpt === '' ? null : (
        <p className="max-w-text pt-2 pb-4 font-serif text-base" lang={lang}>
          {thing.excerpt}
        </p>
      )}
      <p className="mt-auto border-t border-rule pt-2 text-small font-bold" aria-hidden="true">
        {next} →
      </p>
    </li>
  );
}

export function ThingRow({ thing, href, next, lang }: ThingProps) {
  return (
    <li className="group relative grid gap-x-8 gap-y-1 border-t border-rule py-5 md:grid-cols-[5fr_6fr_auto]">
      <h3 className="text-[1.3125rem] leading-7 font-bold" lang={lang}>
        <ThingName thing={thing} href={href} />
      </h3>
      <p className="max-w-text font-serif text-base" lang={lang}>
        {thing.excerpt}
      </p>
      <p className="pt-1 text-small font-bold whitespace-nowrap md:pt-0.5" aria-hidden="true">
        {next} →
      </p>
    </li>
  );
}
