'use client';

import { useParams } from 'next/navigation';
import { lazy, Suspense } from 'react';
import type { Failure } from '@/components/layout/failure-page';
import { supportedLanguage } from '@/lib/locale/languages';

// Loaded when it is needed. If it can't be loaded, `global-error.tsx` is shown, which every page has.
const TranslatedFailure = lazy(() => import('@/components/layout/translated-failure'));

export default function LocaleErrorPage(failure: Failure) {
  const { locale } = useParams();
  return (
    <Suspense>
      <TranslatedFailure language={supportedLanguage(locale)} {...failure} />
    </Suspense>
  );
}
