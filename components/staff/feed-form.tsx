import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Field } from '../ui/field';
import { HiddenFields } from '../ui/hidden-fields';
import { SubmitButton } from '../ui/submit-button';
import { Section } from './section';

/** The reasons for which a file is not taken. */
const problems = ['file', 'large', 'schema_org', 'missing', 'away'] as const;

interface FeedFormProps {
  /** Null: the feed of a new catalogue. */
  readonly catalogId: string | null;
  readonly problem: string | undefined;
}

/** Sends a feed, to see what it would change. */
export function FeedForm({ catalogId, problem }: FeedFormProps) {
  const t = useTranslations('catalogAdmin.upload');
  const language = useLocale();
  const known = problems.find((one) => one === problem);
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
          error={known === undefined ? undefined : t(`problem.${known}`)}
        />
        <SubmitButton>{t('button')}</SubmitButton>
      </form>
    </Section>
  );
}
