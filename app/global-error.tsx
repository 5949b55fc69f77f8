'use client';

import './globals.css';
import { FailurePage, type Failure } from '@/components/layout/failure-page';

export default function GlobalError(failure: Failure) {
  return (
    <html lang="en">
      <body>
        <FailurePage language="en" {...failure} />
      </body>
    </html>
  );
}
