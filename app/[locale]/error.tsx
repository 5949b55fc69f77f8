'use client';

import { useParams } from 'next/navigation';
import { FailurePage } from '@/components/layout/failure-page';

export default function LanguageError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const { locale } = useParams();
  return <FailurePage language={locale === 'fr' ? 'fr' : 'en'} code={error.digest} onRetry={retry} />;
}
