import { Link } from '../../ui/link';

/** A link in a row of a table: screen readers also hear what it is about. */
export function RowLink({ href, label, about }: { href: string; label: string; about: string }) {
  return (
    <Link href={href} className="inline-flex min-h-target items-center pr-4 underline sm:whitespace-nowrap">
      <span>
        {label}
        <span className="sr-only"> ({about})</span>
      </span>
    </Link>
  );
}
