import { useTranslations } from 'next-intl';
import { venueTime, venueZone, withOffsetOf } from '@/lib/locale/venue-time';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import type { ItemView } from './held-items';
import type { HoldClockWords } from './hold-clock';

interface Held {
  readonly items: readonly Pick<ItemView, 'lines'>[];
  readonly expiresAt: Date;
}

/** When a hold ends, at the venue of its first session: with that session's UTC offset where no time zone is known. */
export function endOfHold({ items, expiresAt }: Held): { time: string; zone: string } {
  const lines = items.flatMap((item) => item.lines);
  const timezone = lines.flatMap((line) => line.timezone ?? [])[0];
  const times = lines.flatMap(({ tickets }) => tickets.flatMap(({ occursAt }) => occursAt ?? []));
  const moment = withOffsetOf(expiresAt, times[0]);
  return { time: venueTime(moment, timezone), zone: venueZone(moment, timezone) };
}

export function useClockWords({ secondsLeft, ...held }: Held & { secondsLeft: number }): HoldClockWords {
  const t = useTranslations('checkout');
  const { time, zone } = endOfHold(held);
  const of = bookingKind(held.items.flatMap(({ lines }) => lines));
  const minutes = [Math.ceil(secondsLeft / 60), 5, 2, 1];
  return {
    until: t('held', { time }),
    zone: t('heldZone', { zone }),
    timer: t('timer'),
    spoken: Object.fromEntries(minutes.map((count) => [count, t('timerSpoken', { minutes: count, of })])),
    over: t('timerOver'),
  };
}
