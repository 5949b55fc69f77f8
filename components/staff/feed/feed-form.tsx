import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { daysWithoutTimeSchema } from '@/lib/contract/feed-import';
import { Field, SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { Section } from '../ui/section';

/** The reasons for which a file is not taken. */
const problems = ['file', 'large', 'schema_org', 'missing', 'unavailable'] as const;

interface FeedFormProps {
  /** Null: the feed of a new catalogue. */
  readonly catalogId: string | null;
  readonly problem: string | undefined;
  /** Where the file stops being JSON, counted from 1; null: that was not told. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

/** Sends a feed, to see what it would change. */
export function FeedForm({ catalogId, problem, place }: FeedFormProps) {
  const t = useTranslations('catalogAdmin.upload');
  const language = useLocale();
  const known = problems.find((one) => one === problem);
  const error =
    problem === 'syntax' && place !== null
      ? t('problem.syntax', { line: place.line, column: place.column })
      : known === undefined
        ? undefined
        : t(`problem.${known}`);
  return (
    <Section id="upload" title={t('title')}>
      <form
        action={paths.feedUpload}
        method="post"
        encType="multipart/form-data"
        className="max-w-text space-y-4"
      >
        <HiddenFields language={language} catalog={catalogId ?? ''} />
        <Field
          name="feed"
          type="file"
          accept=".json,.jsonld,application/json,application/ld+json"
          required
          label={t('file')}
          hint={t(catalogId === null ? 'hintNew' : 'hint')}
          error={error}
        />
        {catalogId === null ? null : (
          <SelectField name="daysWithoutTime" label={t('days.label')} hint={t('days.hint')}>
            {daysWithoutTimeSchema.options.map((choice) => (
              <option key={choice} value={choice}>
                {t(`days.${choice}`)}
              </option>
            ))}
          </SelectField>
        )}
        <SubmitButton>{t('button')}</SubmitButton>
      </form>
    </Section>
  );
}
