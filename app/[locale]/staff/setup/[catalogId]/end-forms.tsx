import { getTranslations } from 'next-intl/server';
import { FeedDifference } from '@/components/staff/feed/feed-difference';
import { ChangesInWords } from '@/components/staff/setup/changes-in-words';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { Section } from '@/components/staff/ui/section';
import type { CatalogDraft } from '@/lib/contract/catalog-draft';
import { addresses } from '@/lib/contract/iri';
import type { SetupCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldMaker } from '../field-texts';
import { adopt, discardDraft, publishDraft } from './actions';

interface EndFormsProps {
  readonly catalog: SetupCatalog;
  readonly draft: CatalogDraft;
}

/** What publishing the draft would change, and the forms to publish and to discard it. */
export async function EndForms({ catalog, draft }: EndFormsProps) {
  const t = await getTranslations('setup');
  const field = await fieldMaker();
  const { check, content, id } = catalog;
  const { version } = draft;
  const about = { catalogId: id };
  const isReady = check?.errorCount === 0 && content !== null && content.events.length > 0;
  return (
    <>
      <Section id="publish" title={t('publish.title')}>
        {isReady ? (
          <div className="space-y-6">
            <Difference catalog={catalog} />
            <SetupForm
              action={publishDraft}
              about={about}
              version={version}
              values={{ reason: [t('publish.reason')] }}
              groups={[{ fields: [field('reason')] }]}
              buttons={[{ intent: 'publish', label: t('publish.button') }]}
            />
          </div>
        ) : (
          <p className="max-w-text">{t('publish.notYet')}</p>
        )}
      </Section>
      <Section id="discard" title={t('discard.title')}>
        <p className="max-w-text pb-4">
          {t(catalog.published === null ? 'discard.newText' : 'discard.text')}
        </p>
        <SetupForm
          action={discardDraft}
          about={about}
          version={version}
          values={{}}
          groups={[{ fields: [field('confirmed', { kind: 'tick' })] }]}
          buttons={[{ intent: 'discard', label: t('discard.button'), variant: 'secondary' }]}
        />
      </Section>
    </>
  );
}

async function Difference({ catalog: { check, id } }: { catalog: SetupCatalog }) {
  const t = await getTranslations('setup');
  if (check === null) return null;
  const { counts, difference, warnings, warningCount } = check;
  if (counts === null || difference === null) return null;
  const report = { ...counts, difference, warnings, warningCount, catalog: addresses.catalog(id) };
  return (
    <div className="space-y-4">
      <ChangesInWords counts={counts} />
      <details>
        <summary className="min-h-target py-2 font-semibold underline">{t('publish.details')}</summary>
        <div className="pt-4">
          <FeedDifference report={report} />
        </div>
      </details>
    </div>
  );
}

/** For the catalogue of a feed: it can be given to people. */
export async function AdoptForm({ catalog }: { catalog: SetupCatalog }) {
  const t = await getTranslations('setup.adopt');
  const field = await fieldMaker();
  return (
    <Section id="adopt" title={t('title')}>
      <p className="max-w-text pb-4">{t('text')}</p>
      <SetupForm
        action={adopt}
        about={{ catalogId: catalog.id }}
        version=""
        values={{}}
        groups={[{ fields: [field('reason'), field('confirmed', { kind: 'tick' })] }]}
        buttons={[{ intent: 'adopt', label: t('button') }]}
      />
    </Section>
  );
}
