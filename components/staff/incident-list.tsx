import { useLocale, useTranslations } from 'next-intl';
import { incidentAmount, type IncidentView } from '../order/incident-view';
import { SubmitButton } from '../ui/submit-button';
import { canAcknowledge, incidentName, isAtBank, isOpenDispute, reasonNames, stamp } from './order-view';

type Action = (form: FormData) => Promise<void>;

function Facts({ incident }: { incident: IncidentView }) {
  const t = useTranslations('staff.incidents');
  const language = useLocale();
  const { openedAt, acknowledgedAt, answerDueAt, fundsWithdrawn, id } = incident;
  const said = isOpenDispute(incident) ? 'answered' : 'acknowledged';
  const facts = [
    incidentAmount(incident, language),
    t('since', { moment: stamp(openedAt, language) }),
    ...(answerDueAt === null ? [] : [t('due', { moment: stamp(answerDueAt, language) })]),
    ...(acknowledgedAt === null ? [] : [t(said, { moment: stamp(acknowledgedAt, language) })]),
  ];
  return (
    <>
      <p className="tabular text-small text-ink-soft">{facts.join(' · ')}</p>
      {fundsWithdrawn ? <p className="text-small">{t('withdrawn')}</p> : null}
      <code className="block text-small break-all text-ink-soft">{id}</code>
    </>
  );
}

function Acknowledge({
  incident,
  checkoutId,
  acknowledge,
}: {
  incident: IncidentView;
  checkoutId: string;
  acknowledge: Action;
}) {
  const t = useTranslations('staff.incidents');
  const says = incident.kind === 'refund_failed' ? 'Replaced' : isOpenDispute(incident) ? 'Answered' : '';
  return (
    <form action={acknowledge} className="pt-2">
      <input type="hidden" name="checkoutId" value={checkoutId} />
      <input type="hidden" name="incidentId" value={incident.id} />
      <input type="hidden" name="reason" value={incidentName(incident)} />
      {says === '' ? null : <p className="pb-2 text-small text-ink-soft">{t(`hint${says}`)}</p>}
      <SubmitButton variant="secondary">{t(`button${says}`)}</SubmitButton>
    </form>
  );
}

/** What happened to the payments since the purchase, what is to be done, and a button for when that is done. */
export function IncidentList({
  incidents,
  checkoutId,
  acknowledge,
}: {
  incidents: readonly IncidentView[];
  checkoutId: string;
  acknowledge: Action;
}) {
  const t = useTranslations('staff');
  if (incidents.length === 0) return null;
  return (
    <section aria-labelledby="incidents" className="pb-8">
      <h2 id="incidents" className="pb-2 text-heading">
        {t('incidents.title')}
      </h2>
      <ul className="max-w-text space-y-4">
        {incidents.map((incident) => {
          const name = incidentName(incident);
          const todo = reasonNames.find((one) => one === name);
          const isDone = incident.acknowledgedAt !== null || todo === undefined || isAtBank(incident);
          return (
            <li key={incident.id} className="border-t border-rule pt-3">
              <h3 className="text-base font-bold">{t(`happened.${name}`)}</h3>
              <Facts incident={incident} />
              {isDone ? null : <p className="pt-2">{t(`reasons.${todo}`)}</p>}
              {isAtBank(incident) ? <p className="pt-2">{t('attention.atBank')}</p> : null}
              {canAcknowledge(incident) ? (
                <Acknowledge incident={incident} checkoutId={checkoutId} acknowledge={acknowledge} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
