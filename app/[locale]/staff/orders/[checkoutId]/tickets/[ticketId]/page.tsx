import { getLocale, getTranslations } from 'next-intl/server';
import { HolderForm } from '@/components/staff/holder-form';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/locale/paths';
import { holderProblemOf } from '@/lib/storefront/holder-form';
import { textOf } from '@/lib/storefront/parameters';
import { getHolderPage } from '@/lib/storefront/staff-tickets';
import { StaffFrame } from '../../../../frame';
import { StaffGate } from '../../../../gate';
import { correctTicketHolder } from './actions';

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]/tickets/[ticketId]'>;

/** Corrects who comes with a ticket. */
export default async function StaffTicketPage({ params, searchParams }: Props) {
  const { checkoutId, ticketId } = await params;
  const problem = holderProblemOf(textOf((await searchParams)['problem']));
  const language = await getLocale();
  const answer = await getHolderPage(checkoutId, ticketId);
  const [order, ticket] = [encodeURIComponent(checkoutId), encodeURIComponent(ticketId)];
  if (answer.kind !== 'staff')
    return <StaffGate access={answer} back={paths.staffTicket(language, order, ticket)} />;
  const t = await getTranslations('orderChanges.holder');
  const { member, value: page } = answer;
  return (
    <StaffFrame member={member}>
      <p className="pt-6">
        <TextLink href={paths.staffOrder(language, order)}>{t('toOrder')}</TextLink>
      </p>
      <h1 className="pb-2 text-title">{t('title')}</h1>
      {page.kind === 'page' ? (
        <>
          <p className="pb-8 text-ink-soft">
            {t('about', { reference: page.ticket.reference, booking: page.booking })}
          </p>
          <div className="space-y-8 pb-12">
            {problem === null ? null : <Notice tone="problem" title={t(`answers.${problem}`)} />}
            <HolderForm {...page.ticket} {...{ checkoutId, ticketId }} action={correctTicketHolder} />
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
