import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { nameIn } from '@/components/staff/setup/name-in';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { DataTable } from '@/components/staff/ui/data-table';
import { PageTitle } from '@/components/staff/ui/page-title';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { catalogOf } from '@/lib/setup/catalog';
import type { Draft, Texts } from '@/lib/setup/draft';
import { eventsOf } from '@/lib/setup/event-view';
import { productsOf } from '@/lib/setup/product-view';
import { missingTexts } from '@/lib/setup/translations';
import { firstText, oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { textField, textsOfThing, textValues } from '@/lib/storefront/staff/setup/save-texts';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldTexts } from '../../field-texts';
import { WithDraft } from '../../with-draft';
import { saveTranslations } from './actions';

/** `key`: what is translated, such as `events/boat`; without it a list of all that can be. */
export default async function TranslationsPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/translations'>) {
  const { catalogId } = await params;
  const parameters = await searchParams;
  const key = firstText(parameters['key']);
  const isSaved = oneOfParameter(['saved'], parameters['done']) !== null;
  return (
    <WithDraft
      catalogId={catalogId}
      back={(_, language) =>
        key === undefined
          ? null
          : { href: paths.staffSetupPart(language, catalogId, 'translations'), part: 'translations' }
      }
    >
      {(open) => {
        if (key === undefined) return <TranslatedThings open={open} isSaved={isSaved} />;
        const thing = thingsOf(open.draft).find((one) => one.thing === key);
        if (thing === undefined) notFound();
        return <Translate open={open} {...thing} />;
      }}
    </WithDraft>
  );
}

interface Thing {
  readonly thing: string;
  readonly name: Texts;
}

/** What has texts: the catalogue, its events and its tariffs. */
function thingsOf(draft: Draft): Thing[] {
  return [
    { thing: 'catalog/', name: catalogOf(draft).name },
    ...eventsOf(draft).map(({ key, name }) => ({ thing: `events/${key}`, name })),
    ...productsOf(draft).map(({ key, name }) => ({ thing: `products/${key}`, name })),
  ];
}

async function TranslatedThings({ open, isSaved }: { open: OpenDraft; isSaved: boolean }) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const { draft, catalogId } = open;
  const missing = missingTexts(draft, languages);
  const languagesOf = (thing: string) => {
    const paths = new Set(textsOfThing(draft, thing).map(({ path }) => path.join('/')));
    const some = missing.filter(({ view }) => paths.has(view.path.join('/')));
    return languages.filter((one) => some.some((text) => text.languages.includes(one)));
  };
  return (
    <>
      <PageTitle title={t('parts.translations')} of={open.name} className="pb-4" />
      <div className="space-y-8">
        {isSaved ? <Notice tone="result" title={t('done.saved')} /> : null}
        <DataTable
          caption={t('translations.text')}
          columns={[t('columns.name'), t('translations.missing')]}
          rows={thingsOf(draft).map(({ thing, name }) => ({
            key: thing,
            cells: [
              <TextLink
                key="name"
                href={paths.staffSetupPart(language, catalogId, 'translations', { key: thing })}
              >
                {nameIn(draft, name, language) || thing}
              </TextLink>,
              languagesOf(thing).join(', ') || t('translations.complete'),
            ],
          }))}
        />
      </div>
    </>
  );
}

async function Translate({ open, thing, name }: Thing & { readonly open: OpenDraft }) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const { setup, checkout } = await getMessages();
  const views = textsOfThing(open.draft, thing);
  const title = nameIn(open.draft, name, language) || thing;
  return (
    <>
      <PageTitle title={`${title}: ${t('parts.translations')}`} of={open.name} className="pb-4" />
      <SetupForm
        action={saveTranslations}
        about={{ catalogId: open.catalogId, thing }}
        version={open.version}
        values={textValues(views)}
        groups={views.map((view, index) => ({
          title: fieldTexts(setup, view.thing === 'image' ? 'imageText' : view.member).label,
          fields: languages.map((one) => ({
            name: textField(view, index, one),
            label: checkout.order.languages[one],
            lang: one,
            kind: view.isLong ? ('area' as const) : ('text' as const),
            ...(view.isNeeded && one === catalogOf(open.draft).language ? {} : { optional: setup.optional }),
          })),
        }))}
        buttons={[{ intent: 'save', label: t('save') }]}
      />
    </>
  );
}
