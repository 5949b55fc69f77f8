import { notFound } from 'next/navigation';

/** Any other address below `/staff`: the page for staff says that it leads nowhere. */
export default function MissingPage(): never {
  notFound();
}
