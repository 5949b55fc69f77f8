import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { StartedExchange } from '@/components/staff/counter/started-exchange';
import { ServiceUnavailableNotice } from '@/components/staff/counter/service-unavailable-notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { TextLink } from '@/components/ui/link';
import { idSchema } from '@/lib/contract/iri';
import { paths } from '@/lib/locale/paths';
import { readChoice, readProblem } from '@/lib/storefront/common/offer/hold-choice';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readCounterOffer } from '@/lib/storefront/staff/counter/counter';
import { holdAtCounter, keepEarlierTickets } from '../../actions';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';
import { CounterOffer } from './counter-offer';

type Props = PageProps<'/[locale]/staff/counter/[catalogId]/[offerId]'>;

export default async function CounterOfferPage({ params, searchParams }: Props) {
  const { catalogId, offerId } = await params;
  const query = await searchParams;
  const language = await getLocale();
  const sale = idSchema.safeParse(firstText(query['sale'])).data;
  const answer = await readCounterOffer(language, { catalogId, offerId, sale });
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCounter(language)} />;
  const { member, value } = answer;
  const { offer, exchange } = value;
  if (offer.kind === 'missing') notFound();
  const t = await getTranslations('counter');
  const date = offer.kind === 'loaded' ? offer.value.offer.date : undefined;
  return (
    <StaffFrame member={member}>
      <p className="pt-3">
        <TextLink href={paths.staffCounter(language, { date, sale })}>{t('back')}</TextLink>
      </p>
      {exchange?.catalogIds.includes(catalogId) !== true ? null : (
        <StartedExchange exchange={exchange} keep={keepEarlierTickets} />
      )}
      {offer.kind === 'unavailable' ? (
        <>
          <PageTitle title={t('title')} />
          <ServiceUnavailableNotice />
        </>
      ) : (
        <CounterOffer
          page={offer.value}
          choice={readChoice(Object.entries(query), offer.value.offer.id)}
          problem={readProblem(query)}
          saleId={sale}
          hold={holdAtCounter}
        />
      )}
    </StaffFrame>
  );
}
