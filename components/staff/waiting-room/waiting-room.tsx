import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatDay } from '@/lib/locale/venue-time';
import type { RoomView } from '@/lib/storefront/staff/waiting-room/waiting-room';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { ConfirmBox } from '../ui/confirm-box';
import { OpeningFields } from './room-fields';
import { Section } from '../ui/section';

type Change = (form: FormData) => Promise<void>;

interface WaitingRoomProps {
  readonly room: RoomView;
  readonly timezones: readonly string[];
  /** Null: this person may only look. */
  readonly change: Change | null;
}

function useStateText(room: RoomView): string {
  const t = useTranslations('staff.waitingRoom');
  const language = useLocale();
  const { day, time } = room.opensOn;
  if (room.isPaused) return t('state.paused');
  if (room.isBeforeOpening)
    return t('state.before', { day: formatDay(day, language), time, zone: room.timezone });
  return t(room.isSoldOut ? 'state.soldOut' : 'state.open');
}

function Figures({ room }: { room: RoomView }) {
  const t = useTranslations('staff.waitingRoom');
  const names = ['waiting', 'active', 'held', 'heldLastMinute', 'perMinute'] as const;
  return (
    <dl className="max-w-text self-start border-t border-rule">
      {names.map((name) => (
        <div key={name} className="flex justify-between gap-6 border-b border-rule py-2">
          <dt>{t(`figures.${name}`)}</dt>
          <dd className="tabular font-bold">
            {t('number', { count: name === 'perMinute' && room.isPaused ? 0 : room[name] })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangeFormProps {
  readonly room: RoomView;
  readonly kind: 'pause' | 'resume' | 'close' | 'opening' | 'limits';
  readonly change: Change;
  readonly children?: ReactNode;
}

function ChangeForm({ room, kind, change, children }: ChangeFormProps) {
  const t = useTranslations('staff.waitingRoom');
  return (
    <form action={change} className="max-w-text space-y-3">
      <HiddenFields roomId={String(room.id)} change={kind} />
      {children}
      <SubmitButton variant="secondary">{t(`buttons.${kind}`)}</SubmitButton>
    </form>
  );
}

function Changes({ room, timezones, change }: WaitingRoomProps & { readonly change: Change }) {
  const t = useTranslations('staff.waitingRoom');
  const form = { room, change };
  const { day, time } = room.opensOn;
  return (
    <div className="space-y-8">
      <ChangeForm {...form} kind={room.isPaused ? 'resume' : 'pause'} />
      {room.isBeforeOpening ? (
        <ChangeForm {...form} kind="opening">
          <OpeningFields
            id={`room-${room.id}`}
            timezones={timezones}
            opensAt={`${day}T${time}`}
            timezone={room.timezone}
          />
        </ChangeForm>
      ) : null}
      <ChangeForm {...form} kind="limits">
        {(['leastPerMinute', 'mostPerMinute', 'mostActive'] as const).map((name) => (
          <Field
            key={name}
            id={`room-${room.id}-${name}`}
            name={name}
            type="number"
            min={1}
            max={60_000}
            label={t(`limits.${name}`)}
            defaultValue={room[name]}
            required
          />
        ))}
      </ChangeForm>
      <ChangeForm {...form} kind="close">
        <p>{t('closeText')}</p>
        <ConfirmBox label={t('closeConfirm')} />
      </ChangeForm>
    </div>
  );
}

/** One room: its state, its figures, and what staff can change. Everything works without scripts. */
export function WaitingRoom({ room, timezones, change }: WaitingRoomProps) {
  const t = useTranslations('staff.waitingRoom');
  return (
    <Section id={`room-${room.id}`} title={room.names.length === 0 ? t('shop') : room.names.join(' · ')}>
      <p className="pb-4">
        <strong>{useStateText(room)}</strong> {room.openedBy === 'demand' ? t('openedByDemand') : null}
      </p>
      <div className="grid gap-10 md:grid-cols-2">
        <Figures room={room} />
        {change === null ? null : <Changes room={room} timezones={timezones} change={change} />}
      </div>
    </Section>
  );
}
