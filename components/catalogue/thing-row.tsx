import type { ThingView } from '@/lib/storefront/common/catalogue/views';
import { Link } from '../ui/link';
import { Picture } from '../ui/picture';

interface ThingProps {
  readonly thing: ThingView;
  readonly href: string;
  readonly next: string;
  readonly lang: string | undefined;
  readonly hasPicture: boolean;
}

function ThingName({ thing, href }: Pick<ThingProps, 'thing' | 'href'>) {
  return (
    <Link href={href} className="no-underline after:absolute after:inset-0 group-hover:underline">
      {thing.name}
    </Link>
  );
}

export function ThingRow({ thing, href, next, lang, hasPicture }: ThingProps) {
  return (
    <li
      className={`group relative grid gap-x-4 gap-y-1 border-t border-rule py-5 md:gap-x-8 ${
        hasPicture
          ? 'grid-cols-[min(6rem,25vw)_minmax(0,1fr)] md:grid-cols-[9rem_5fr_6fr_auto]'
          : 'grid-cols-1 md:grid-cols-[5fr_6fr_auto]'
      }`}
    >
      {hasPicture ? (
        <div className="row-span-3 md:row-span-1">
          <Picture picture={thing.picture} seed={thing.id} decorative small />
        </div>
      ) : null}
      <h3 className="text-[1.3125rem] leading-7 font-bold" lang={lang}>
        <ThingName thing={thing} href={href} />
      </h3>
      <p className="max-w-text font-serif text-base" lang={lang}>
        {thing.excerpt}
      </p>
      <p className="pt-1 text-small font-bold md:pt-0.5 md:whitespace-nowrap" aria-hidden="true">
        {next} →
      </p>
    </li>
  );
}
