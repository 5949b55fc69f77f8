import type { ReactNode } from 'react';
import type { AdmissionResult } from '@/lib/contract/admission';
import type { Language } from '@/lib/locale/languages';
import type { DoorTexts } from './door-texts';
import { resultLines, type ShownResult } from './result-lines';
import { TariffLines } from './tariff-lines';

const tick = 'M4 13l5 6L20 5';
const cross = 'M5 5l14 14M19 5L5 19';
const again = 'M12 6v7l4 3M12 2a10 10 0 1 0 0.1 0';
const calendar = 'M4 5h16v15H4zM4 10h16M8 2v5M16 2v5';
/** An arrow back. */
const back = 'M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3';
const question = 'M8 8a4 4 0 1 1 5 4l-1 2v1M12 19v1';

/** Each result has its own word, icon and, where it matters most, colour. */
const looks: Readonly<
  Record<AdmissionResult, { icon: string; tone: 'good' | 'neutral' | 'warning' | 'bad' }>
> = {
  admitted: { icon: tick, tone: 'good' },
  already_admitted: { icon: again, tone: 'bad' },
  other_session: { icon: calendar, tone: 'warning' },
  other_day: { icon: calendar, tone: 'warning' },
  void: { icon: cross, tone: 'bad' },
  unknown: { icon: question, tone: 'bad' },
  // It admits nobody, so it must not look like an admission.
  undone: { icon: back, tone: 'neutral' },
  not_undone: { icon: cross, tone: 'warning' },
};

const grounds = {
  good: { accent: 'pine', className: 'bg-accent text-on-accent' },
  neutral: { accent: undefined, className: 'bg-ink text-paper' },
  warning: { accent: 'umber', className: 'bg-accent text-on-accent' },
  bad: { accent: undefined, className: 'bg-bad text-paper' },
} as const;

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" className="size-20 flex-none" aria-hidden="true">
      <path d={path} className="fill-none stroke-current stroke-[2.5]" strokeLinecap="round" />
    </svg>
  );
}

/** 64 px, and as large as the longest word has room on a small phone. */
function wordSize(text: string): string {
  const longest = Math.max(...text.split(/\s/).map(({ length }) => length));
  if (longest <= 8) return 'text-[min(4rem,17vw)]';
  return longest <= 11 ? 'text-[min(4rem,12.5vw)]' : 'text-[min(4rem,9.5vw)]';
}

interface ResultPanelProps {
  readonly shown: ShownResult;
  readonly texts: DoorTexts;
  readonly language: Language;
  /** Whether it covers the page. */
  readonly isLarge?: boolean;
  readonly children?: ReactNode;
}

/** The result of a scan, to read from an arm's length. */
export function ResultPanel({ shown, texts, language, isLarge = false, children }: ResultPanelProps) {
  const { icon, tone } = looks[shown.result];
  const { accent, className } = grounds[tone];
  const word = texts.results[shown.result];
  const size = isLarge
    ? 'fixed inset-0 z-40 m-0! [justify-content:safe_center] overflow-y-auto px-6 py-6'
    : 'px-5 py-6';
  return (
    <div
      data-accent={accent}
      data-result={shown.result}
      className={`flex flex-col items-center gap-4 text-center ${className} ${size}`}
    >
      <Icon path={icon} />
      <p className={`leading-none font-extrabold tracking-tight wrap-anywhere ${wordSize(word)}`}>{word}</p>
      <TariffLines shown={shown} texts={texts} />
      {resultLines(shown, texts, language).map((line) => (
        <p key={line} className="text-[1.75rem] leading-tight wrap-anywhere">
          {line}
        </p>
      ))}
      {shown.code === null ? null : <p className="tabular text-base wrap-anywhere">{shown.code}</p>}
      {children}
    </div>
  );
}
