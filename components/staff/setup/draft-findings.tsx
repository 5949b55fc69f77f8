import { useLocale, useTranslations } from 'next-intl';
import type { Language } from '@/lib/locale/languages';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { venueToday } from '@/lib/locale/venue-time';
import { catalogOf } from '@/lib/setup/catalog';
import type { Draft } from '@/lib/setup/draft';
import { eventOf } from '@/lib/setup/event-view';
import { openPoints, placeOf } from '@/lib/setup/findings';
import { productOf } from '@/lib/setup/product-view';
import { type NamedLanguage, namedLanguages } from '@/lib/setup/spoken';
import { missingTexts } from '@/lib/setup/translations';
import type { SetupCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { Link } from '../../ui/link';
import { Section } from '../ui/section';
import { nameIn } from './name-in';
import { useNotShown } from './not-shown';

interface Finding {
  readonly text: string;
  /** The page on which it is corrected. */
  readonly href: string;
  /** What it is about. */
  readonly about: string | null;
}

/** What is missing in a draft and what is wrong with it, each with a link to the page where it is written. */
export function DraftFindings({ catalog }: { catalog: SetupCatalog }) {
  const t = useTranslations('setup.findings');
  const language = useLocale();
  const points = usePoints(catalog);
  const { id, content, check } = catalog;
  if (content === null) return null;
  const wrong = (check?.errors ?? []).map(({ propertyPath, message }) => ({
    text: message,
    ...pageOf(content, { catalogId: id, path: propertyPath, language }),
  }));
  const incomplete = namedLanguages(content).filter(({ unnamed }) => unnamed.length > 0);
  const untranslated = missingTexts(content, languages).length;
  return (
    <Section id="findings" title={t('title')}>
      {wrong.length + points.length === 0 ? <p>{t('none')}</p> : null}
      <ul className="list-disc space-y-1 pl-5">
        {[...wrong, ...points].map(({ text, href, about }, index) => (
          <li key={index} className="wrap-anywhere">
            {about === null ? null : <span className="font-bold">{about}: </span>}
            {text}{' '}
            <Link href={href} className="inline-flex min-h-target items-center underline">
              {t('go')}
              <span className="sr-only"> ({about ?? text})</span>
            </Link>
          </li>
        ))}
        <NotShown catalogId={id} draft={content} incomplete={incomplete} />
        {untranslated === 0 ? null : (
          <li>
            <Link
              href={paths.staffSetupPart(language, id, 'translations')}
              className="inline-flex min-h-target items-center underline"
            >
              {t('untranslated', { count: untranslated })}
            </Link>
          </li>
        )}
      </ul>
    </Section>
  );
}

interface NotShownProps {
  readonly catalogId: string;
  readonly draft: Draft;
  readonly incomplete: readonly NamedLanguage[];
}

/** The languages that customers do not see, because names are missing. */
function NotShown({ catalogId, draft, incomplete }: NotShownProps) {
  const t = useTranslations('setup.findings');
  const language = useLocale();
  const notShown = useNotShown(draft);
  return incomplete.map((one) => (
    <li key={one.language} className="wrap-anywhere">
      {notShown('notShown', one)}{' '}
      <Link
        href={paths.staffSetupPart(language, catalogId, 'translations')}
        className="inline-flex min-h-target items-center underline"
      >
        {t('go')}
        <span className="sr-only"> ({one.language})</span>
      </Link>
    </li>
  ));
}

/** What a draft still lacks to be sold. */
function usePoints({ id, content }: SetupCatalog): Finding[] {
  const t = useTranslations('setup.findings.points');
  const language = useLocale();
  if (content === null) return [];
  const today = venueToday(new Date(), catalogOf(content).timezone || undefined);
  return openPoints(content, today).map(({ point, key }) => {
    const query = key === null ? {} : point === 'event_without_product' ? { event: key } : { key };
    const isTariff = ['prices', 'tariff'].includes(pagesOfPoints[point]) && point !== 'event_without_product';
    const about = key === null ? null : nameOfThing(content, key, { isTariff, language });
    return { text: t(point), href: paths.staffSetupPart(language, id, pagesOfPoints[point], query), about };
  });
}

const pagesOfPoints = {
  no_event: 'event',
  no_place: 'event',
  no_session: 'sessions',
  no_future_session: 'sessions',
  no_product: 'tariff',
  event_without_product: 'tariff',
  no_price: 'prices',
  no_vat_rate: 'tariff',
  no_day: 'prices',
} as const;

interface NamedThing {
  /** Or else it is an event. */
  readonly isTariff: boolean;
  readonly language: Language;
}

function nameOfThing(draft: Draft, key: string, { isTariff, language }: NamedThing): string {
  const thing = isTariff ? productOf(draft, key) : eventOf(draft, key);
  return thing === null ? key : nameIn(draft, thing.name, language) || key;
}

const pagesOfThings = {
  event: 'event',
  session: 'sessions',
  product: 'tariff',
  ticket: 'tariff',
  offer: 'prices',
} as const;

function pageOf(
  draft: Draft,
  { catalogId, path, language }: { catalogId: string; path: string; language: Language },
): Omit<Finding, 'text'> {
  const place = placeOf(draft, path);
  const page = Object.entries(pagesOfThings).find(([thing]) => thing === place?.thing)?.[1];
  if (place === null || page === undefined || place.key === null)
    return { href: paths.staffSetupPart(language, catalogId, 'details'), about: null };
  const href = paths.staffSetupPart(language, catalogId, page, { key: place.key });
  const isTariff = page === 'tariff' || page === 'prices';
  return { href, about: nameOfThing(draft, place.key, { isTariff, language }) };
}
