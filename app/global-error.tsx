'use client';

import './globals.css';
import { FailurePage, type Failure } from '@/components/layout/failure-page';
import { englishFailure } from '@/lib/locale/english-failure';

export default function GlobalError(failure: Failure) {
  return (
    <html lang="en">
      <body>
        <FailurePage language="en" text={englishFailure} {...failure} />
      </body>
    </html>
  );
}
