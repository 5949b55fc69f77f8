import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { DraftFindings } from '@/components/staff/setup/draft-findings';
import { Programme } from '@/components/staff/setup/programme';
import { Published } from '@/components/staff/setup/published';
import { Revisions } from '@/components/staff/setup/revisions';
import { BackLink } from '@/components/staff/ui/back-link';
import { PageTitle } from '@/components/staff/ui/page-title';
import { HiddenFields } from '@/components/ui/hidden-fields';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button';
import { paths } from '@/lib/locale/paths';
import { oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { readSetupCatalog, type SetupCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { NoCatalogs } from '../../catalogs/no-catalogs';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { beginChange, bringBack } from './actions';
import { AdoptForm, EndForms } from './end-forms';

/** `published_sold`: with a change for sold tickets. */
const done = ['published', 'published_sold', 'saved', 'removed', 'restored', 'adopted'] as const;
const problems = ['refused', 'unavailable', 'not_found'] as const;

export default async function SetupCatalogPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]'>) {
  const language = await getLocale();
  const { catalogId } = await params;
  const answer = await readSetupCatalog(catalogId, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffSetup(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} page="setup" />;
  const t = await getTranslations('setup');
  const catalog = value.value;
  const parameters = await searchParams;
  const result = oneOfParameter(done, parameters['done']);
  const problem = oneOfParameter(problems, parameters['done']);
  return (
    <StaffFrame member={member}>
      <BackLink href={paths.staffSetup(language)} label={t('all')} />
      <PageTitle title={catalog.name} of={t('title')} className="pb-4" />
      <div className="space-y-10">
        {result === null ? null : <Done result={result} />}
        {problem === null ? null : <Notice tone="problem" title={t(`problem.${problem}`)} />}
        <State catalog={catalog} />
        {catalog.content === null ? null : (
          <Programme catalog={catalog} content={catalog.content} mayChange={catalog.draft !== null} />
        )}
        {catalog.draft === null ? null : <EndForms catalog={catalog} draft={catalog.draft} />}
        {catalog.published?.maintainer === 'people' ? (
          <Revisions catalog={catalog} bringBack={catalog.draft === null ? bringBack : null} />
        ) : null}
      </div>
    </StaffFrame>
  );
}

async function Done({ result }: { result: (typeof done)[number] }) {
  const t = await getTranslations('setup');
  if (result !== 'published_sold') return <Notice tone="result" title={t(`done.${result}`)} />;
  return (
    <Notice tone="result" title={t('done.published')}>
      <p>{t('publish.soldText')}</p>
      <TextLink href={paths.staff(await getLocale())}>{t('publish.toTasks')}</TextLink>
    </Notice>
  );
}

/** What the catalogue is now, and what one can do first. */
async function State({ catalog }: { catalog: SetupCatalog }) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const { id, published, draft } = catalog;
  if (published?.maintainer === 'feed') return <AdoptForm catalog={catalog} />;
  if (draft === null)
    return (
      <div className="space-y-4">
        <Published catalog={catalog} />
        <form action={beginChange} className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <HiddenFields catalogId={id} />
          <SubmitButton>{t('change')}</SubmitButton>
          <a
            href={paths.staffSetupFile(id)}
            download
            className="inline-flex min-h-target items-center underline"
          >
            {t('download')}
          </a>
          <TextLink href={paths.catalog(language, id)}>{t('toShop')}</TextLink>
        </form>
      </div>
    );
  return (
    <div className="space-y-6">
      <Published catalog={catalog} />
      <DraftFindings catalog={catalog} />
      <p className="flex flex-wrap gap-x-6">
        <TextLink href={paths.staffSetupPart(language, id, 'details')}>{t('parts.details')}</TextLink>
        <TextLink href={paths.staffSetupPart(language, id, 'translations')}>
          {t('parts.translations')}
        </TextLink>
        <TextLink href={paths.staffSetupImport(language, id)}>{t('import.title')}</TextLink>
        <TextLink href={paths.staffSetupPart(language, id, 'preview')}>{t('parts.preview')}</TextLink>
        <a
          href={paths.staffSetupFile(id)}
          download
          className="inline-flex min-h-target items-center underline"
        >
          {t('download')}
        </a>
      </p>
    </div>
  );
}
