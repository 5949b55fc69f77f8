import { getLocale, getTranslations } from 'next-intl/server';
import { StaffGift } from '@/components/staff/order/staff-gift';
import { StaffGoodwill } from '@/components/staff/order/staff-goodwill';
import { orderDone } from '@/components/staff/order/order-done';
import { StaffNotes } from '@/components/staff/order/staff-notes';
import { StaffOrder } from '@/components/staff/order/staff-order';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { parseCopyAnswer, copyLimits, parseCorrected } from '@/lib/storefront/staff/ticket/holder-form';
import { isNew, oneOfParameter, firstText } from '@/lib/storefront/common/request/parameters';
import { parseGiftAnswer } from '@/lib/storefront/staff/order/gift';
import { longestNote } from '@/lib/storefront/staff/order/notes';
import { getStaffOrder, type StaffOrder as Order } from '@/lib/storefront/staff/order/order';
import { correctionAnswers } from '@/lib/storefront/common/invoice/correction';
import { may } from '@/lib/storefront/common/account/staff-access';
import {
  acknowledge,
  acknowledgeTask,
  changeTicketBlock,
  revoke,
  sendAgain,
  refundUnexpected,
  settle,
  tryAgain,
} from '../../actions';
import { correctContact, correctInvoice, giveBack, strikeNote, writeNote } from './actions';
import { retryRefund, settleRefund } from './cancel/actions';
import { chooseTicketsToExchange } from './rebook/actions';
import { copyConfirmation, sendGift } from './tickets/[ticketId]/actions';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';

const actions = {
  settle,
  tryAgain,
  refundUnexpected,
  acknowledgeTask,
  changeTicketBlock,
  revoke,
  sendAgain,
  acknowledge,
  retryRefund,
  settleRefund,
  copyConfirmation,
};

const problems = ['email', 'late', 'unavailable', 'settling', 'replaced', 'unexpected'] as const;

function Notes({ view: { checkout }, notes, mayWrite }: Order & { mayWrite: boolean }) {
  const takesNotes = mayWrite && checkout.anonymisedAt === null;
  const write = { write: writeNote, strike: strikeNote, longest: longestNote };
  return <StaffNotes checkoutId={checkout.id} notes={notes} actions={takesNotes ? write : null} />;
}

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]'>;

export default async function StaffOrderPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const parameters = await searchParams;
  const problem = oneOfParameter(problems, parameters['problem']);
  const language = await getLocale();
  const t = await getTranslations('staff.order');
  const answer = await getStaffOrder(checkoutId, language);
  if (answer.kind !== 'staff') {
    const back = paths.staffOrder(language, encodeURIComponent(checkoutId));
    return <StaffGate access={answer} back={back} />;
  }
  const mayChange = may(answer.member, 'orders:change by catalog');
  return (
    <StaffFrame member={answer.member}>
      {answer.value === null ? (
        <div>
          <PageTitle title={t('unknown')} />
          <Empty title={t('unknownText')}>
            <ButtonLink href={paths.staff(language)}>{t('back')}</ButtonLink>
          </Empty>
        </div>
      ) : (
        <StaffOrder
          {...answer.value}
          notes={<Notes {...answer.value} mayWrite={mayChange} />}
          actions={mayChange ? actions : null}
          changeDate={mayChange ? chooseTicketsToExchange : null}
          problem={problem}
          done={isNew(parameters['at']) ? oneOfParameter(orderDone, parameters['done']) : null}
          back={firstText(parameters['back'])?.split('.') ?? []}
          copy={parseCopyAnswer(firstText(parameters['copy']))}
          correction={parseCorrected(firstText(parameters['holder']), firstText(parameters['answers']))}
          invoices={{
            correct: mayChange ? correctInvoice : null,
            answer: oneOfParameter(correctionAnswers, parameters['invoice']),
          }}
          gift={
            <StaffGift
              view={answer.value.view}
              answer={parseGiftAnswer(firstText(parameters['gift']))}
              seconds={copyLimits.seconds}
              send={mayChange ? sendGift : null}
            />
          }
          goodwill={
            mayChange ? (
              <StaffGoodwill
                view={answer.value.view}
                limit={answer.value.goodwillLimit}
                giveBack={giveBack}
              />
            ) : null
          }
          {...(mayChange ? { correctContact } : {})}
          copySeconds={copyLimits.seconds}
        />
      )}
    </StaffFrame>
  );
}
