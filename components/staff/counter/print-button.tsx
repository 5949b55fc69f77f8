'use client';

import { Button } from '../../ui/button';

/** Prints the page. Without scripts there is the PDF. */
export function PrintButton({ label }: { readonly label: string }) {
  return (
    <Button className="needs-script" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
