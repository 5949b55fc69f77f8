'use client';

import { useParams } from 'next/navigation';
import { FailurePage } from '@/components/layout/failure-page';
import { defaultLanguage, languages } from '@/lib/locale/languages';

export default function LanguageError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  const { locale } = useParams();
  const language = languages.find((one) => one === locale) ?? defaultLanguage;
  return <FailurePage language={language} code={error.digest} onRetry={retry} />;
}
