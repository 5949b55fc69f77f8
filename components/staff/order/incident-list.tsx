import { useLocale, useMessages, useTranslations } from 'next-intl';
import { incidentAmount, type IncidentView } from '../../order/incident-view';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { canAcknowledge, incidentName, isAtBank, isOpenDispute } from './order-view';
import { ReplacedField } from './replaced-field';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';
import { hasText } from '../ui/staff-texts';

function Facts({ incident }: { incident: IncidentView }) {
  const t = useTranslations('staff.incidents');
  const language = useLocale();
  const stamp = useStamp();
  const { openedAt, acknowledgedAt, answerDueAt, fundsWithdrawn, id } = incident;
  const said = isOpenDispute(incident) ? 'answered' : 'acknowledged';
  const facts = [
    incidentAmount(incident, language),
    t('since', { moment: stamp(openedAt) }),
    ...(answerDueAt === null ? [] : [t('due', { moment: stamp(answerDueAt) })]),
    ...(acknowledgedAt === null ? [] : [t(said, { moment: stamp(acknowledgedAt) })]),
  ];
  return (
    <>
      <p className="tabular text-small text-ink-soft">{facts.join(' · ')}</p>
      {fundsWithdrawn ? <p className="text-small">{t('withdrawn')}</p> : null}
      <code className="block text-small break-all text-ink-soft">{id}</code>
    </>
  );
}

interface IncidentListProps {
  incidents: readonly IncidentView[];
  checkoutId: string;
  /** No ticket of the purchase can be used any more. */
  isOver: boolean;
  /** Null: this person may only look. */
  acknowledge: ((form: FormData) => Promise<void>) | null;
}

interface AcknowledgeProps {
  incident: IncidentView;
  checkoutId: string;
  acknowledge: (form: FormData) => Promise<void>;
}

function Acknowledge({ incident, checkoutId, acknowledge }: AcknowledgeProps) {
  const t = useTranslations('staff.incidents');
  const says = incident.kind === 'refund_failed' ? 'Replaced' : isOpenDispute(incident) ? 'Answered' : '';
  return (
    <form action={acknowledge} className="pt-2">
      <HiddenFields checkoutId={checkoutId} taskKey={incident.id} reason={incidentName(incident)} />
      {says === '' ? null : <p className="pb-2 text-small text-ink-soft">{t(`hint${says}`)}</p>}
      {says === 'Replaced' ? (
        <div className="max-w-xs pb-3">
          <ReplacedField id={`replaced-${incident.id}`} />
        </div>
      ) : null}
      <SubmitButton variant="secondary">{t(`button${says}`)}</SubmitButton>
    </form>
  );
}

/** What staff do about it; null: nothing is said. */
function useToDo(isOver: boolean): (name: ReturnType<typeof incidentName>) => string | null {
  const t = useTranslations('staff');
  const { reasons } = useMessages().staff;
  return (name) => {
    if (name === 'refunded_at_provider' && isOver) return t('incidents.refundedWithoutTickets');
    return hasText(reasons, name) ? t(`reasons.${name}`) : null;
  };
}

export function IncidentList({ incidents, checkoutId, isOver, acknowledge }: IncidentListProps) {
  const t = useTranslations('staff');
  const toDo = useToDo(isOver);
  if (incidents.length === 0) return null;
  return (
    <Section id="incidents" title={t('incidents.title')} className="pb-8">
      <ul className="max-w-text space-y-4">
        {incidents.map((incident) => {
          const name = incidentName(incident);
          const text = incident.acknowledgedAt === null && !isAtBank(incident) ? toDo(name) : null;
          return (
            <li key={incident.id} className="border-t border-rule pt-3">
              <h3 className="text-base font-bold">{t(`happened.${name}`)}</h3>
              <Facts incident={incident} />
              {text === null ? null : <p className="pt-2">{text}</p>}
              {isAtBank(incident) ? <p className="pt-2">{t('attention.atBank')}</p> : null}
              {acknowledge !== null && canAcknowledge(incident) ? (
                <Acknowledge checkoutId={checkoutId} acknowledge={acknowledge} incident={incident} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
