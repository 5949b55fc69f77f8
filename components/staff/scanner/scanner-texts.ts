import type { useMessages } from 'next-intl';

export type ScannerTexts = ReturnType<typeof useMessages>['scanner'];
