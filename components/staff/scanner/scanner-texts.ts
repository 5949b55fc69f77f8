import { useTranslations } from 'next-intl';
import type { CameraProblem } from './camera';

export interface ScannerTexts extends Readonly<
  Record<'scan' | 'title' | 'picture' | 'starting' | 'running' | 'again' | 'torch' | 'close', string>
> {
  readonly problems: Readonly<Record<CameraProblem, string>>;
}

/** The texts of the scanner, for components that render in the browser: the pages send them no messages. */
export function useScannerTexts(): ScannerTexts {
  const t = useTranslations('scanner');
  return {
    scan: t('scan'),
    title: t('title'),
    picture: t('picture'),
    starting: t('starting'),
    running: t('running'),
    again: t('again'),
    torch: t('torch'),
    close: t('close'),
    problems: {
      refused: t('problems.refused'),
      missing: t('problems.missing'),
      busy: t('problems.busy'),
      failed: t('problems.failed'),
    },
  };
}
