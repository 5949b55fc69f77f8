import { useLocale } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Link } from '../../ui/link';

/** The link above a page's title to the page that it belongs to: without `href` the first one of the staff. */
export function BackLink({ label, href }: { label: string; href?: string }) {
  const language = useLocale();
  return (
    <p className="pt-4">
      <Link
        href={href ?? paths.staff(language)}
        className="inline-flex min-h-target items-center text-small underline"
      >
        {label}
      </Link>
    </p>
  );
}
