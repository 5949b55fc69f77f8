import { useTranslations } from 'next-intl';
import type { WaitingState } from '@/lib/shop/values/waiting-values';
import { SubmitButton } from '../ui/submit-button';

type Action = (form: FormData) => Promise<void>;

interface WaitingPlaceFormsProps {
  readonly link: string;
  /** `used`: what was taken is held no longer. */
  readonly state: WaitingState | 'used';
  readonly actions: { readonly take: Action; readonly leave: Action; readonly again: Action };
}

/** What can be done with a place on a waiting list: one form for each. */
export function WaitingPlaceForms({ link, state, actions }: WaitingPlaceFormsProps) {
  const t = useTranslations('shop.waitingPlace');
  const isHeld = state === 'notified' || state === 'taken';
  return (
    <>
      {isHeld ? <OneButton action={actions.take} link={link} label={t('take')} variant="primary" /> : null}
      {state === 'lapsed' ? (
        <OneButton action={actions.again} link={link} label={t('again')} variant="primary" />
      ) : null}
      {state === 'waiting' || state === 'notified' ? (
        <OneButton
          action={actions.leave}
          link={link}
          label={t(state === 'waiting' ? 'leave' : 'giveUp')}
          variant="secondary"
        />
      ) : null}
    </>
  );
}

interface OneButtonProps {
  readonly action: Action;
  readonly link: string;
  readonly label: string;
  readonly variant: 'primary' | 'secondary';
}

function OneButton({ action, link, label, variant }: OneButtonProps) {
  return (
    <form action={action}>
      <input type="hidden" name="link" value={link} />
      <SubmitButton variant={variant}>{label}</SubmitButton>
    </form>
  );
}
