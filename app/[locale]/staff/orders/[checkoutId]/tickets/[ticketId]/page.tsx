import { getLocale, getTranslations } from 'next-intl/server';
import { countryOptions } from '@/components/checkout/countries';
import { AnswersForm } from '@/components/staff/ticket/answers-form';
import { HolderForm } from '@/components/staff/ticket/holder-form';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { findHolderProblem, parseOthers } from '@/lib/storefront/staff/ticket/holder-form';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { getHolderPage } from '@/lib/storefront/staff/ticket/item-tickets';
import { getAnswersPage } from '@/lib/storefront/staff/ticket/ticket-answers';
import { StaffFrame } from '../../../../frame';
import { StaffGate } from '../../../../gate';
import { correctTicketAnswers, correctTicketHolder } from './actions';

/** The answers to the issuer's questions; nothing for a ticket that has none. */
async function Answers({ checkoutId, ticketId }: { checkoutId: string; ticketId: string }) {
  const language = await getLocale();
  const answer = await getAnswersPage(checkoutId, ticketId, language);
  if (answer.kind !== 'staff' || answer.value === null) return null;
  const t = await getTranslations('orderChanges.questions');
  const checkout = await getTranslations('checkout');
  if (answer.value === 'unavailable') return <Notice title={t('unavailable')} />;
  const { questions, typed } = answer.value;
  return (
    <AnswersForm
      correct={correctTicketAnswers}
      about={{ checkoutId, ticketId }}
      section={{ title: t('title'), lead: t('text'), isClosed: false, questions }}
      typed={typed}
      countries={countryOptions(language)}
      words={{ optional: checkout('details.optional'), choose: checkout('questions.choose') }}
      button={t('button')}
    />
  );
}

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]/tickets/[ticketId]'>;

/** Corrects who comes with a ticket, and what was answered for it. */
export default async function StaffTicketPage({ params, searchParams }: Props) {
  const { checkoutId, ticketId } = await params;
  const parameters = await searchParams;
  const problem = findHolderProblem(firstText(parameters['problem']));
  const others = parseOthers(firstText(parameters['also']));
  const language = await getLocale();
  const answer = await getHolderPage(checkoutId, ticketId, others);
  const [order, ticket] = [encodeURIComponent(checkoutId), encodeURIComponent(ticketId)];
  if (answer.kind !== 'staff')
    return <StaffGate access={answer} back={paths.staffTicket(language, order, ticket)} />;
  const t = await getTranslations('orderChanges.holder');
  const { member, value: page } = answer;
  return (
    <StaffFrame member={member}>
      <p className="pt-3">
        <TextLink href={paths.staffOrder(language, order)}>{t('toOrder')}</TextLink>
      </p>
      <PageTitle
        title={t('title')}
        {...(page.kind === 'page' ? { of: page.ticket.reference } : {})}
        className="pb-2"
      />
      {page.kind === 'page' ? (
        <>
          <p className="pb-8 text-ink-soft">
            {t('about', { reference: page.ticket.reference, booking: page.booking })}
          </p>
          <div className="space-y-8 pb-12">
            {problem === null ? null : <Notice tone="problem" title={t(`answers.${problem}`)} />}
            <HolderForm
              {...page.ticket}
              also={page.also}
              checkoutId={checkoutId}
              ticketId={ticketId}
              action={correctTicketHolder}
            />
            <Answers checkoutId={checkoutId} ticketId={ticketId} />
          </div>
        </>
      ) : (
        <div className="pb-12">
          <Notice title={t(`answers.${page.kind}`)} />
        </div>
      )}
    </StaffFrame>
  );
}
