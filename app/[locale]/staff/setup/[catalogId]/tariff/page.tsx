import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { nameIn } from '@/components/staff/setup/name-in';
import { SetupForm, type SetupGroup } from '@/components/staff/setup/setup-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { TextLink } from '@/components/ui/link';
import { paths } from '@/lib/locale/paths';
import { catalogOf } from '@/lib/setup/catalog';
import { eventsOf } from '@/lib/setup/event-view';
import { productOf, type ProductView } from '@/lib/setup/product-view';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { tariffValues } from '@/lib/storefront/staff/setup/save-tariff';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldMaker } from '../../field-texts';
import { RemovalForm } from '../../removal-form';
import { WithDraft } from '../../with-draft';
import { removeTariffForm, saveTariffForm } from './actions';

/** `key`: the tariff; without it a new one, for the event that the address names. */
export default async function TariffPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/tariff'>) {
  const { catalogId } = await params;
  const parameters = await searchParams;
  const [key, event] = [firstText(parameters['key']), firstText(parameters['event'])];
  return (
    <WithDraft catalogId={catalogId}>
      {(open) => {
        const product = key === undefined ? null : productOf(open.draft, key);
        if (key !== undefined && product === null) notFound();
        return <WriteTariff open={open} product={product} event={event} />;
      }}
    </WithDraft>
  );
}

interface WriteTariffProps {
  readonly open: OpenDraft;
  readonly product: ProductView | null;
  readonly event: string | undefined;
}

async function WriteTariff({ open, product, event }: WriteTariffProps) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const { catalogId, draft } = open;
  const about = { catalogId, thing: product?.key ?? '' };
  const name = product === null ? t('tariffs.new') : nameIn(draft, product.name, language) || product.key;
  const events = eventsOf(draft);
  const onlyEvent = events.length === 1 ? events[0]?.key : undefined;
  return (
    <>
      <PageTitle title={name} of={open.name} className="pb-4" />
      {product === null ? null : (
        <p className="flex flex-wrap gap-x-6 pb-4">
          {(['prices', 'translations'] as const).map((part) => (
            <TextLink
              key={part}
              href={paths.staffSetupPart(language, catalogId, part, {
                key: part === 'translations' ? `products/${product.key}` : product.key,
              })}
            >
              {t(`parts.${part}`)}
            </TextLink>
          ))}
        </p>
      )}
      <div className="space-y-12">
        <SetupForm
          action={saveTariffForm}
          about={about}
          version={open.version}
          values={tariffValues(draft, product, event ?? onlyEvent)}
          groups={await tariffGroups(open, product === null)}
          buttons={[{ intent: 'save', label: t('save') }]}
        />
        {product === null ? null : (
          <RemovalForm action={removeTariffForm} about={about} version={open.version} name={name} />
        )}
      </div>
    </>
  );
}

async function tariffGroups({ draft }: OpenDraft, isNew: boolean): Promise<SetupGroup[]> {
  const t = await getTranslations('setup.tariffs');
  const language = await getLocale();
  const field = await fieldMaker();
  const lang = catalogOf(draft).language;
  const optional = true;
  const choices = eventsOf(draft).map(({ key, name }) => ({
    value: key,
    label: nameIn(draft, name, language) || key,
  }));
  return [
    {
      fields: [
        field('name', { lang }),
        ...(isNew ? [field('price', { inputMode: 'decimal', most: 20 })] : []),
        field('vatRate', { optional, inputMode: 'decimal', most: 10 }),
        field('description', { kind: 'area', optional, lang }),
      ],
    },
    {
      title: t('events'),
      hint: t('eventsText'),
      fields: [
        field('events', { kind: 'ticks', choices }),
        field('anyTime', { kind: 'ticks', optional, choices }),
      ],
    },
    {
      title: t('rules'),
      fields: [
        field('minimumQuantity', { optional, inputMode: 'numeric', most: 2 }),
        field('maximumQuantity', { optional, inputMode: 'numeric', most: 2 }),
        field('cancellationHours', { optional, inputMode: 'numeric', most: 5 }),
        field('cancellationShare', { optional, inputMode: 'decimal', most: 6 }),
        field('rebookingHours', { optional, inputMode: 'numeric', most: 5 }),
      ],
    },
  ];
}
