import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { TableProblem } from '@/lib/setup/table';
import type { ImportProblem } from '@/lib/storefront/staff/setup/import';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { Section } from '../ui/section';

interface ImportFormProps {
  readonly catalogId: string;
  readonly problem: ImportProblem | TableProblem | null;
  /** A file was read already. */
  readonly isAnother: boolean;
}

/** Sends a spreadsheet, to see what it would change in the draft. */
export function ImportForm({ catalogId, problem, isAnother }: ImportFormProps) {
  const t = useTranslations('setup.import');
  const language = useLocale();
  return (
    <Section id="file" title={t(isAnother ? 'another' : 'choose')}>
      <div className="max-w-text space-y-4">
        <p>{t('text')}</p>
        <ul className="list-disc pl-5">
          {(['xlsx', 'csv'] as const).map((format) => (
            <li key={format}>
              <a
                href={paths.staffSetupTemplate({ language, format })}
                download
                className="inline-flex min-h-target items-center underline"
              >
                {t(`template.${format}`)}
              </a>
            </li>
          ))}
        </ul>
        <form action={paths.feedUpload} method="post" encType="multipart/form-data" className="space-y-4">
          <HiddenFields language={language} setup={catalogId} />
          <Field
            name="feed"
            type="file"
            accept=".xlsx,.csv,.tsv,.txt,.ics,text/csv,text/calendar"
            required
            label={t('file')}
            hint={t('hint')}
            error={problem === null ? undefined : t(`problem.${problem}`)}
          />
          <SubmitButton variant={isAnother ? 'secondary' : 'primary'}>{t('read')}</SubmitButton>
        </form>
      </div>
    </Section>
  );
}
