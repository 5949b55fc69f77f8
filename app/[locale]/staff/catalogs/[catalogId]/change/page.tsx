import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { BackLink } from '@/components/staff/ui/back-link';
import { ChangeForm } from '@/components/staff/administration/change-form';
import { stamp } from '@/components/staff/ui/stamp';
import { PageTitle } from '@/components/staff/ui/page-title';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { firstText } from '@/lib/storefront/common/request/parameters';
import {
  changeKinds,
  type ChangeQuery,
  type ChangeView,
  readChange,
} from '@/lib/storefront/staff/administration/catalogs';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';
import { NoCatalogs } from '../../no-catalogs';
import { changeCatalog } from './actions';

type Props = PageProps<'/[locale]/staff/catalogs/[catalogId]/change'>;

function parseQuery(parameters: Awaited<Props['searchParams']>): ChangeQuery | null {
  const text = (name: string) => firstText(parameters[name]);
  const what = changeKinds.find((kind) => kind === text('what'));
  if (what === undefined) return null;
  const of = { event: text('event'), session: text('session'), product: text('product') };
  return { what, ...of, override: text('override'), at: text('at') };
}

const removals = {
  sales_stop: 'removeSalesStop',
  capacity: 'removeCapacity',
  price: 'removePrice',
  hidden: 'removeHidden',
} as const;

export default async function ChangePage({ params, searchParams }: Props) {
  const language = await getLocale();
  const query = parseQuery(await searchParams);
  if (query === null) notFound();
  const { catalogId } = await params;
  const answer = await readChange(catalogId, query, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('catalogAdmin');
  const { catalog, subject, removed, eventOfPage } = value.value;
  const form = query.what === 'remove' && removed !== null ? removals[removed.kind] : query.what;
  if (form === 'remove') notFound();
  const { session } = subject;
  const name = nameOf(value.value, language);
  const back =
    eventOfPage === null
      ? { href: paths.staffCatalog(language, catalog.id), name: catalog.name }
      : { href: paths.staffEvent(language, catalog.id, eventOfPage), name: subject.name };
  return (
    <StaffFrame member={member}>
      <BackLink href={back.href} label={t('backTo', { name: back.name })} />
      <PageTitle title={t(`form.${form}.title`, { name })} className="pb-4" />
      <p className="max-w-text pb-6">{t(`form.${form}.text`)}</p>
      {removed === null ? null : (
        <p className="max-w-text pb-6">
          {t('form.now', {
            moment: stamp(new Date(removed.createdAt), language, await getTimeZone()),
            reason: removed.reason,
            actor: removed.actor,
          })}
        </p>
      )}
      <ChangeForm
        change={changeCatalog}
        about={{
          catalogId: catalog.id,
          what: query.what,
          subject: subject.path,
          override: removed?.id ?? '',
          event: eventOfPage ?? '',
        }}
        fields={fieldsOf(query.what, value.value, { t, language })}
        values={{
          capacity: String(session?.capacity ?? ''),
          amount: '',
          from: value.value.today,
          reason: '',
        }}
        words={{ confirm: t('form.confirm'), button: t('form.button') }}
      />
    </StaffFrame>
  );
}

/** What the change is about; a session is named by its time, too. */
function nameOf({ catalog, subject: { name, session } }: ChangeView, language: Language): string {
  if (session === null) return name;
  const { occursAt } = session;
  const day = formatDay(venueDay(occursAt, catalog.timezone), language, 'short');
  return `${name}, ${day}, ${venueTime(occursAt, catalog.timezone)}`;
}

type Translate = Awaited<ReturnType<typeof getTranslations<'catalogAdmin'>>>;

interface Writing {
  readonly t: Translate;
  readonly language: Language;
}

function fieldsOf(what: ChangeQuery['what'], { subject, today }: ChangeView, { t, language }: Writing) {
  const reason = { name: 'reason', label: t('form.reason'), hint: t('form.reasonHint') } as const;
  const { session } = subject;
  switch (what) {
    case 'close':
    case 'hide':
    case 'remove':
      return [reason];
    case 'capacity': {
      if (session === null) notFound();
      const { held, sold } = session;
      const hint =
        held === null
          ? t('form.capacityUncounted', { sold })
          : t('form.capacityHint', { least: held + sold, held, sold });
      const label = t('form.newCapacity');
      return [{ name: 'capacity', label, hint, inputMode: 'numeric' } as const, reason];
    }
    case 'price':
      return [
        {
          name: 'amount',
          label: t('form.amount'),
          hint:
            subject.price === null
              ? t('form.amountHint')
              : t('form.amountNow', {
                  price: formatAmount(subject.price.amount, language),
                  day: formatDay(subject.price.day, language, 'short'),
                }),
          inputMode: 'decimal',
        } as const,
        { name: 'from', label: t('form.from'), hint: t('form.fromHint'), type: 'date', min: today } as const,
        reason,
      ];
  }
}
