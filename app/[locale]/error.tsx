'use client';

import { useParams } from 'next/navigation';
import { FailurePage, type Failure } from '@/components/layout/failure-page';
import { supportedLanguage } from '@/lib/locale/languages';

export default function LocaleErrorPage(failure: Failure) {
  const { locale } = useParams();
  return <FailurePage language={supportedLanguage(locale)} {...failure} />;
}
