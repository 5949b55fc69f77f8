import { useLocale } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Link } from '../ui/link';

export function BackLink({ label }: { label: string }) {
  return (
    <p className="pt-4">
      <Link
        href={paths.staff(useLocale())}
        className="inline-flex min-h-target items-center text-small underline"
      >
        {label}
      </Link>
    </p>
  );
}
