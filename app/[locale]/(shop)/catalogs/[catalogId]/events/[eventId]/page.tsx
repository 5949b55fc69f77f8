import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { Gallery } from '@/components/event/gallery';
import { FromPrice } from '@/components/event/from-price';
import { Facts } from '@/components/event/facts';
import { EventSessions } from '@/components/event/event-sessions';
import { NoSessions } from '@/components/event/no-sessions';
import { OtherProducts } from '@/components/catalogue/product-rows';
import { Venue } from '@/components/event/venue';
import { Breadcrumb } from '@/components/layout/breadcrumb';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { About, HeroWithChoice } from '@/components/ui/hero';
import { paths } from '@/lib/locale/paths';
import { previewSize } from '@/lib/storefront/shop/image/draw-preview';
import { loadEventPage } from '@/lib/storefront/shop/event/events';
import { pageAddresses, shopAddress } from '@/lib/storefront/shop/catalogue/page-addresses';
import { eventData, scriptJson } from '@/lib/storefront/shop/event/structured-data';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { offerFields, sessionField } from '@/lib/storefront/common/offer/hold-choice';
import { presetQuantities } from '@/lib/storefront/shop/basket/held';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { holdOffer } from '../../offers/[offerId]/actions';

type Props = PageProps<'/[locale]/catalogs/[catalogId]/events/[eventId]'>;

// The page and its metadata share one read.
const read = cache(async (catalogId: string, eventId: string, query: string) =>
  loadEventPage(await getLocale(), { catalogId, eventId }, Object.fromEntries(new URLSearchParams(query))),
);

const parameters = ['month', 'from', 'date', 'session', 'time', 'activity'] as const;

async function readFor({ params, searchParams }: Props) {
  const { catalogId, eventId } = await params;
  const query = await searchParams;
  const given = parameters.map((name) => [name, firstText(query[name])] as const);
  const known = given.filter(
    (entry): entry is [(typeof parameters)[number], string] => entry[1] !== undefined,
  );
  return read(catalogId, eventId, new URLSearchParams(known).toString());
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const loaded = await readFor(props);
  if (loaded.kind !== 'loaded') return { robots: { index: false } };
  const { event, catalog } = loaded.value;
  const language = await getLocale();
  return {
    title: `${event.name} · ${catalog.name}`,
    description: event.excerpt,
    ...pageAddresses(language, (each) => paths.event(each, catalog.id, event.id)),
    openGraph: {
      siteName: shopName(),
      type: 'website',
      locale: language,
      title: event.name,
      description: event.excerpt,
      url: paths.event(language, catalog.id, event.id),
      images: [{ ...previewSize, url: paths.preview(language, catalog.id, event.id), alt: event.name }],
    },
  };
}

export default async function EventDetailPage(props: Props) {
  const { catalogId, eventId } = await props.params;
  const language = await getLocale();
  const loaded = await readFor(props);
  if (loaded.kind === 'missing') redirect(paths.missing(language));
  if (loaded.kind === 'unavailable') {
    return <ServiceUnavailable busy={loaded.busy} retryHref={paths.event(language, catalogId, eventId)} />;
  }
  const { catalog, event, shown, selected } = loaded.value;
  const t = await getTranslations('shop.event');
  const isWithoutTime = shown.kind === 'strip' && selected === null;
  const data = eventData({ name: shopName(), url: await shopAddress() }, language, loaded.value);
  return (
    <PageFrame accent={catalog.accent}>
      {data === null ? null : (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
      )}
      <div className="pt-4">
        <Breadcrumb catalog={catalog} />
      </div>
      <HeroWithChoice
        thing={event}
        lang={catalog.lang}
        line={<FromPrice booking={loaded.value.booking} />}
        choice={
          isWithoutTime ? (
            <NoSessions {...loaded.value} />
          ) : (
            <EventSessions
              {...loaded.value}
              action={holdOffer}
              fieldsOf={offerFields}
              fieldOf={sessionField}
              preset={await presetQuantities(catalog.id, loaded.value.tickets?.types ?? [])}
            />
          )
        }
      >
        <Venue venue={event.venue} lang={catalog.lang} />
        <Facts {...loaded.value} />
      </HeroWithChoice>
      {isWithoutTime ? null : <OtherProducts {...loaded.value} />}
      <Gallery gallery={event.gallery} lang={catalog.lang} />
      <About title={t('about')} thing={event} lang={catalog.lang} />
    </PageFrame>
  );
}
