import { notFound } from 'next/navigation';

/** Where a mailed link leads that opens nothing: not-found.tsx says so. */
export default function LostLinkPage(): never {
  notFound();
}
