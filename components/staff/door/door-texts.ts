import type { useMessages } from 'next-intl';

/** The messages of the entrance as they are written; `fillText` puts values in their places in the browser. */
export type DoorTexts = ReturnType<typeof useMessages>['door'];
