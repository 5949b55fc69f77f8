import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ShownCopyAnswer, ShownCorrection } from '@/lib/storefront/staff/ticket/holder-form';
import type { StaffOrder as StaffOrderRead } from '@/lib/storefront/staff/order/order';
import { type BookingKind, bookingKind } from '@/lib/shop/rules/booking-kind';
import { areAllCancelled, mayHaveValid } from '@/lib/shop/rules/ticket-end';
import { Documents } from '../../order/documents';
import { Notice } from '../../ui/notice';
import { ConfirmForm } from '../ui/confirm-form';
import { CopyForm } from '../ticket/copy-form';
import { IncidentList } from './incident-list';
import { type OrderDone, OrderDoneNotice } from './order-done';
import { OrderActions } from './order-actions';
import { Section } from '../ui/section';
import { TryAgainForm, UnexpectedForm } from './try-again-form';
import { SettleForm } from './settle-form';
import type { StaffOrderView } from './order-view';
import { isHere } from '@/lib/shop/rules/checkout';
import { StaffOrderHead } from './staff-order-head';
import type { TaskKind } from '@/lib/shop/tables/task-table';
import { useShownCancellations } from './shown-cancellations';
import { StaffCancellations } from './staff-cancellations';
import { StaffItems } from './staff-items';
import { StaffInvoices, type StaffInvoicesProps } from './staff-invoices';
import { StaffCustomer } from './staff-customer';
import { StaffPayments } from './staff-payments';
import { StaffTickets } from './staff-tickets';
import { TicketBlock } from './ticket-block';
import { Timeline } from './timeline';
import { ChangedOrder } from './changed-order';
import type { CorrectContact } from './contact-form';
import { Undelivered } from './undelivered';

type ActionName =
  | 'settle'
  | 'tryAgain'
  | 'refundUnexpected'
  | 'acknowledgeTask'
  | 'changeTicketBlock'
  | 'revoke'
  | 'sendAgain'
  | 'acknowledge'
  | 'retryRefund'
  | 'settleRefund'
  | 'copyConfirmation';

interface StaffOrderProps extends Pick<
  StaffOrderRead,
  'tickets' | 'timeline' | 'scans' | 'mailProblems' | 'visit' | 'paymentPages' | 'paidBy'
> {
  readonly view: StaffOrderView;
  /** Null: this person may only look. */
  readonly actions: Readonly<Record<ActionName, (form: FormData) => Promise<void>>> | null;
  /** Null: this person may not exchange tickets. */
  readonly changeDate: ((form: FormData) => Promise<void>) | null;
  /**
   * `email`: the address typed to send an e-mail again is none. `late`: the booking had changed meanwhile. `unavailable`: the
   * payment provider could not be asked. `settling`: how,
   * or why, is missing. `replaced`: how the money of a failed refund was given back is missing. `unexpected`: the provider has not refunded an unexpected payment (yet).
   */
  readonly problem: 'email' | 'late' | 'unavailable' | 'settling' | 'replaced' | 'unexpected' | null;
  /** What became of the confirmation that was to be sent, and of a correction of a ticket; null: nothing was asked. */
  readonly copy: ShownCopyAnswer;
  readonly correction: ShownCorrection;
  readonly invoices: Omit<StaffInvoicesProps, 'view'>;
  /** To whom it is given; missing: to nobody. */
  readonly gift?: ReactNode;
  /** What staff have written about it. */
  readonly notes?: ReactNode;
  /** The form to give a part of the money back; null: this person may not. */
  /** What staff have just done; null: nothing that the page has to say. */
  readonly done: OrderDone | null;
  /** The refunds that they have paid back with it. */
  readonly back?: readonly string[];
  readonly goodwill?: ReactNode;
  /** Corrects e-mail and telephone number; left out: this person may not. */
  readonly correctContact?: CorrectContact;
  /** For how long no second confirmation is sent. */
  readonly copySeconds: number;
}

function NotDone({ why }: { why: Exclude<StaffOrderProps['problem'], 'email' | null> }) {
  const t = useTranslations('staff');
  const [title, text] =
    why === 'unexpected'
      ? [t('unexpected.failed'), t('unexpected.failedText')]
      : why === 'replaced'
        ? [t('order.settling'), t('order.replacedText')]
        : [t(`order.${why}`), t(`order.${why}Text`)];
  return (
    <div className="pb-8">
      <Notice tone="problem" title={title}>
        <p>{text}</p>
      </Notice>
    </div>
  );
}

type AsideProps = Omit<StaffOrderProps, 'mailProblems' | 'scans'>;

function Aside({
  view,
  tickets,
  timeline,
  paymentPages,
  actions,
  correction,
  invoices,
  correctContact,
}: AsideProps) {
  const t = useTranslations('staff.order');
  const { checkout, orders, payments } = view;
  return (
    <div className="space-y-8">
      <Section id="customer" title={t('customer')}>
        <StaffCustomer checkout={checkout} correct={correctContact ?? null} />
      </Section>
      <Section id="payment" title={t('payment')}>
        <StaffPayments payments={payments} timeline={timeline} pages={paymentPages} />
      </Section>
      <Section id="orders" title={t('orders')}>
        {orders.length === 0 ? <p>{t('noOrders')}</p> : null}
        <ul>
          {orders.map((order) => (
            <li key={order.id} className="tabular text-lead font-bold">
              {order.reference}
            </li>
          ))}
        </ul>
      </Section>
      {tickets.length === 0 ? null : (
        <Section id="tickets" title={t('tickets')}>
          <StaffTickets
            checkoutId={checkout.id}
            tickets={tickets}
            cancellations={view.cancellations}
            correction={correction}
            mayChange={actions !== null && view.block === null && checkout.customer !== null}
          />
        </Section>
      )}
      {orders.length === 0 ||
      view.block !== null ||
      checkout.anonymisedAt !== null ||
      areAllCancelled(tickets, view.cancellations) ? null : (
        <Documents
          checkoutId={checkout.id}
          orders={orders}
          of={bookingKind(view.items.flatMap(({ lines }) => lines))}
        />
      )}
      <StaffInvoices view={view} {...invoices} />
    </div>
  );
}

const hasTask = ({ tasks }: StaffOrderView, wanted: TaskKind) => tasks.some(({ kind }) => kind === wanted);

function IncidentsAndBlock({
  view,
  tickets,
  actions,
}: Pick<StaffOrderProps, 'view' | 'tickets' | 'actions'>) {
  const { checkout, incidents, block } = view;
  const of = { checkoutId: checkout.id, incidents };
  return (
    <>
      <IncidentList
        {...of}
        isOver={!mayHaveValid(tickets, view.cancellations)}
        acknowledge={actions?.acknowledgeTask ?? null}
      />
      <TicketBlock {...of} block={block} change={actions?.changeTicketBlock ?? null} />
    </>
  );
}

/** What staff can do where no program can go on. */
function WaysOn({ view, actions }: StaffOrderProps) {
  const { id, channel } = view.checkout;
  if (actions === null) return null;
  const isUnexpected = hasTask(view, 'payment_unexpected');
  return (
    <>
      {hasTask(view, 'purchase') || isUnexpected ? (
        <SettleForm
          checkoutId={id}
          hasMoney={view.payments.some(isHere)}
          isCounter={channel === 'counter'}
          settle={actions.settle}
        />
      ) : null}
      <TryAgainForm checkout={view.checkout} tryAgain={actions.tryAgain} />
      {isUnexpected ? <UnexpectedForm checkoutId={id} refund={actions.refundUnexpected} /> : null}
    </>
  );
}

/** The main column: what was ordered, what became of it, and what staff can send or end. */
function WhatWasOrdered(props: StaffOrderProps & { canSend: boolean; of: BookingKind }) {
  const { view, timeline, actions, canSend, of } = props;
  const t = useTranslations('staff.order');
  const { id, customer, anonymisedAt } = view.checkout;
  const cancellations = useShownCancellations(view);
  return (
    <div className="space-y-10">
      <Section id="items" title={t('items')}>
        <StaffItems {...view} />
      </Section>
      <StaffCancellations checkoutId={id} cancellations={cancellations} of={of} actions={actions} />
      {props.goodwill}
      {props.gift}
      <Timeline entries={timeline} scans={props.scans} />
      {canSend && customer !== null && actions !== null ? (
        <CopyForm
          checkoutId={id}
          email={customer.email}
          answer={props.copy}
          seconds={props.copySeconds}
          action={actions.copyConfirmation}
        />
      ) : null}
      {view.orders.length === 0 || actions === null || anonymisedAt !== null ? null : (
        <ConfirmForm of="links" action={actions.revoke} values={{ checkoutId: id }} />
      )}
    </div>
  );
}

export function StaffOrder(props: StaffOrderProps) {
  const { view, actions, mailProblems, problem, done } = props;
  const { id, state, customer } = view.checkout;
  const { block } = view;
  const of = bookingKind(view.items.flatMap(({ lines }) => lines));
  const canSend = state === 'ordered' && customer !== null && block === null && actions !== null;
  const canChange = canSend && mayHaveValid(props.tickets, view.cancellations);
  return (
    <>
      <StaffOrderHead
        view={view}
        tickets={props.tickets}
        isUnexpected={hasTask(view, 'payment_unexpected')}
        visit={props.visit}
        paidBy={props.paidBy}
      />
      {canChange ? (
        <OrderActions
          checkoutId={id}
          email={customer.email}
          customerLanguage={view.checkout.language}
          of={of}
          changeDate={props.changeDate}
          send={mailProblems.length === 0 && view.checkout.email !== null ? actions.copyConfirmation : null}
        />
      ) : null}
      {problem === null || problem === 'email' ? null : <NotDone why={problem} />}
      {done === null ? null : (
        <OrderDoneNotice done={done} back={props.back ?? []} cancellations={view.cancellations} />
      )}
      {props.notes}
      <Undelivered
        checkoutId={id}
        email={customer?.email ?? ''}
        problems={mailProblems}
        isWrong={problem === 'email'}
        actions={actions}
      />
      <WaysOn {...props} />
      <ChangedOrder view={view} acknowledge={actions?.acknowledgeTask ?? null} />
      <IncidentsAndBlock {...props} />
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[7fr_4fr]">
        <WhatWasOrdered {...props} canSend={canSend} of={of} />
        <Aside {...props} />
      </div>
    </>
  );
}
