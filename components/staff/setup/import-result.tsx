import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatDay } from '@/lib/locale/venue-time';
import type { ImportNote } from '@/lib/setup/imported';
import type { MergedImport } from '@/lib/setup/merge-import';
import { Notice } from '../../ui/notice';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { ImportChanges } from './import-changes';

interface ImportResultProps {
  readonly file: string;
  readonly result: MergedImport;
  /** Somebody else has changed the draft since what the file says was shown. */
  readonly isDraftChanged: boolean;
  /** The form that puts it into the draft. */
  readonly children: ReactNode;
}

/** What a file would change in the draft; or what has to be corrected in it. */
export function ImportResult({ file, result, isDraftChanged, children }: ImportResultProps) {
  const t = useTranslations('setup.import');
  const { errors, warnings } = result;
  return (
    <Section id="result" title={t('result', { file })}>
      <div className="space-y-6">
        {isDraftChanged ? <Notice tone="problem" title={t('draftChanged')} /> : null}
        {errors.count > 0 ? (
          <Notice tone="problem" title={t('wrongTitle', { count: errors.count })}>
            <p>{t('wrongText')}</p>
          </Notice>
        ) : (
          <>
            <Counts {...result} />
            <ImportChanges {...result.changes} />
          </>
        )}
        <Notes kind="errors" notes={errors} />
        <Notes kind="warnings" notes={warnings} />
        {errors.count > 0 || isNothing(result) ? null : children}
      </div>
    </Section>
  );
}

const counted = ['events', 'sessions', 'products'] as const;

/** Whether the draft stays as it is. */
const isNothing = ({ counts, changes }: Pick<MergedImport, 'counts' | 'changes'>) =>
  changes.count === 0 &&
  counts.prices === 0 &&
  counted.every((name) => counts[name].added + counts[name].changed === 0);

function Counts({ counts, changes }: Pick<MergedImport, 'counts' | 'changes'>) {
  const t = useTranslations('setup.import');
  const language = useLocale();
  const { first, last, prices } = counts;
  const day = (date: string) => formatDay(date, language, 'short');
  if (isNothing({ counts, changes })) return <p>{t('nothing')}</p>;
  return (
    <ul className="list-disc pl-5">
      {counted.map((name) => (
        <li key={name}>{t(`counts.${name}`, { ...counts[name] })}</li>
      ))}
      <li>{t('counts.prices', { count: prices })}</li>
      {first === null || last === null ? null : (
        <li>
          {t('counts.span', { same: first === last ? 'yes' : 'no', first: day(first), last: day(last) })}
        </li>
      )}
    </ul>
  );
}

interface NotesProps {
  readonly kind: 'errors' | 'warnings';
  readonly notes: { readonly count: number; readonly first: readonly ImportNote[] };
}

function Notes({ kind, notes }: NotesProps) {
  const t = useTranslations('setup.import');
  if (notes.count === 0) return null;
  const shown = notes.first.length;
  const columns = (['why', 'row', 'column', 'value'] as const).map((name) => t(`columns.${name}`));
  return (
    <DataTable
      caption={t(kind, { cut: shown < notes.count ? 'yes' : 'no', count: notes.count, shown })}
      columns={columns}
      long={[t('columns.why'), t('columns.value')]}
      rows={notes.first.map(({ code, row, column, value }, index) => ({
        key: `${index}`,
        cells: [
          t(`codes.${code}`),
          row ?? '',
          column ?? '',
          code === 'no_column' ? t(`heads.${value as 'event'}`) : value,
        ],
      }))}
    />
  );
}
