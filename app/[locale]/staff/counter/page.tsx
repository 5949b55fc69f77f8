import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { headers } from 'next/headers';
import { guessCountry } from '@/components/checkout/countries';
import { SalePanel } from '@/components/staff/counter/sale-panel';
import { HeldSales } from '@/components/staff/counter/held-sales';
import { CounterOffers } from '@/components/staff/counter/counter-offers';
import { StartedExchange } from '@/components/staff/counter/started-exchange';
import { ServiceUnavailableNotice } from '@/components/staff/counter/service-unavailable-notice';
import { ShiftNotice } from '@/components/staff/shift/shift-notice';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import {
  offerFields,
  readChoice,
  readProblem,
  sessionField,
} from '@/lib/storefront/common/offer/hold-choice';
import { notes } from '@/lib/storefront/staff/counter/pay-keys';
import { readCounter } from '@/lib/storefront/staff/counter/counter-day';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';
import { keepEarlierTickets, sellNow } from './actions';

export default async function CounterPage({ searchParams }: PageProps<'/[locale]/staff/counter'>) {
  const query = await searchParams;
  const language = await getLocale();
  const [date, catalogId, sale, event, session] = ['date', 'catalog', 'sale', 'event', 'session'].map(
    (name) => firstText(query[name]),
  );
  const answer = await readCounter(language, { date, catalogId, sale, event, session });
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCounter(language)} />;
  const { member, value } = answer;
  const { list, exchange, cart, heldSales } = value;
  if (list.kind === 'missing') notFound();
  const t = await getTranslations('counter');
  const tickets = list.kind === 'loaded' ? list.value.tickets : null;
  const choice = readChoice(Object.entries(query), tickets?.types[0]?.offer.id ?? '');
  return (
    <StaffFrame member={member}>
      <PageTitle title={t('title')} />
      <ShiftNotice shift={value.shift} />
      {firstText(query['notice']) === 'released' ? (
        <div className="pb-6">
          <Notice tone="result" title={t('released')} />
        </div>
      ) : null}
      <HeldSales sales={heldSales} />
      {exchange === null ? null : <StartedExchange exchange={exchange} keep={keepEarlierTickets} />}
      {list.kind === 'unavailable' ? (
        <ServiceUnavailableNotice />
      ) : (
        <CounterOffers {...list.value} sale={sale} isTapped={event !== undefined || sale !== undefined}>
          {tickets === null ? null : (
            <SalePanel
              key={tickets.formId}
              tickets={tickets}
              asked={{
                ...(date === undefined ? {} : { date }),
                ...(catalogId === undefined ? {} : { catalog: catalogId }),
              }}
              quantityOf={({ id, product }) =>
                choice.quantities.get(id) ?? exchange?.units.quantities.get(product.id)?.toString()
              }
              problem={readProblem(query)}
              sale={exchange === null ? cart?.id : sale}
              cart={cart}
              exchange={
                exchange === null ? null : { worth: exchange.units.worth, isAtCounter: exchange.isAtCounter }
              }
              country={value.country ?? guessCountry((await headers()).get('accept-language'))}
              notes={notes}
              fieldsOf={offerFields}
              fieldOf={sessionField}
              sell={sellNow}
            />
          )}
        </CounterOffers>
      )}
    </StaffFrame>
  );
}
