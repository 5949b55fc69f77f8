'use client';

import './globals.css';
import { FailurePage } from '@/components/layout/failure-page';

/** When even the frame of the pages could not be made. */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <FailurePage language="en" code={error.digest} onRetry={retry} />
      </body>
    </html>
  );
}
