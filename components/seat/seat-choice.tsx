import { useLocale, useTranslations } from 'next-intl';
import { seatsOfPlan } from '@/lib/contract/seat';
import { formatAmount } from '@/lib/money/money';
import { venueTime } from '@/lib/locale/venue-time';
import type { SeatView } from '@/lib/storefront/shop/seat/seat-view';
import { buttonClass } from '../ui/button';
import { FollowedSeats, IfOtherTime } from './followed-seats';
import { SeatKeys } from './seat-keys';
import { SeatPlan, wheelchairSign } from './seat-plan';
import { zoneLook } from './zone-look';

interface SeatChoiceProps {
  readonly view: SeatView;
  /** Leads to this form with the seats of the chosen time. */
  readonly show: (form: FormData) => Promise<void>;
  readonly timezone: string | undefined;
  readonly lang: string | undefined;
}

type Shown = NonNullable<SeatView['shown']>;

const radio = 'mt-1 size-5 flex-none accent-accent';

function Way({
  field,
  value,
  isChosen,
  name,
  text,
}: {
  field: string;
  value: string;
  isChosen: boolean;
  name: string;
  text: string;
}) {
  return (
    <label className="flex min-h-target items-start gap-3 py-2">
      <input type="radio" name={field} value={value} defaultChecked={isChosen} className={radio} />
      <span>
        <span className="block font-bold">{name}</span>
        <span className="block text-small text-ink-soft">{text}</span>
      </span>
    </label>
  );
}

/** What a seat looks like beside the shape of its zone, if there are such seats on the plan. */
function PlanSigns({ plan }: Pick<Shown, 'plan'>) {
  const t = useTranslations('shop.seats');
  const seats = seatsOfPlan(plan);
  return (
    <>
      {seats.some(({ wheelchair }) => wheelchair) ? (
        <li className="flex items-start gap-2">
          <span aria-hidden="true" className="inline-block w-5 flex-none text-center text-[18px]/5 font-bold">
            {wheelchairSign}
          </span>
          {t('wheelchair')}
        </li>
      ) : null}
      {seats.some(({ companionOf }) => companionOf !== null) ? (
        <li className="flex items-start gap-2">
          <span aria-hidden="true" className="inline-block w-5 flex-none text-center font-bold">
            +
          </span>
          {t('companionSign')}
        </li>
      ) : null}
      {seats.some(({ restrictedView }) => restrictedView) ? (
        <li className="flex items-start gap-2">
          <span
            aria-hidden="true"
            className="mt-0.5 inline-block size-5 flex-none border-2 border-dashed border-edge bg-paper"
          />
          {t('restricted')}
        </li>
      ) : null}
    </>
  );
}

/** The zones with their shapes and prices. */
function Legend({ zones, plan, lang }: Pick<Shown, 'zones' | 'plan'> & { lang: string | undefined }) {
  const t = useTranslations('shop.seats');
  const language = useLocale();
  return (
    <div>
      <h4 className="text-small font-bold">{t('legend')}</h4>
      <ul className="flex flex-wrap gap-x-8 gap-y-3 pt-2 text-small">
        {zones.map((zone, index) => (
          <li key={zone.key} className="flex items-start gap-2">
            <span aria-hidden="true" className={`mt-0.5 inline-block size-5 flex-none ${zoneLook(index)}`} />
            <span>
              <b lang={lang}>{zone.name}</b>
              {zone.prices.map(({ product, amount }) => (
                <span key={product} className="block">
                  {zone.prices.length === 1 ? null : <span lang={lang}>{product} </span>}
                  <b className="tabular">{formatAmount(amount, language)}</b>
                </span>
              ))}
            </span>
          </li>
        ))}
        <li className="flex items-start gap-2">
          <span aria-hidden="true" className="mt-0.5 inline-block size-5 flex-none rounded-full bg-ink" />
          {t('marked')}
        </li>
        <li className="flex items-start gap-2">
          <span aria-hidden="true" className="inline-block w-5 flex-none text-center font-bold">
            ×
          </span>
          {t('taken')}
        </li>
        <PlanSigns plan={plan} />
      </ul>
    </div>
  );
}

const sizes = ['whole', 'normal', 'large'] as const;

function Sizes() {
  const t = useTranslations('shop.seats');
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 text-small">
      <legend className="sr-only">{t('size')}</legend>
      {sizes.map((size) => (
        <label key={size} className="flex min-h-target items-center gap-2">
          <input
            type="radio"
            name="seats-size"
            id={`seats-${size}`}
            value={size}
            defaultChecked={size === 'normal'}
            className="size-5 accent-accent"
          />
          {t(size)}
        </label>
      ))}
    </fieldset>
  );
}

function ShownPlan({
  shown,
  marked,
  field,
  timezone,
  lang,
}: Omit<SeatChoiceProps, 'view' | 'show'> & {
  shown: Shown;
  marked: ReadonlySet<string>;
  field: string;
}) {
  const t = useTranslations('shop.seats');
  const moment = venueTime(shown.session.occursAt, timezone);
  return (
    <div className="space-y-4 pt-2">
      <h3 className="text-lead font-bold">{t('plan', { moment })}</h3>
      <Legend zones={shown.zones} plan={shown.plan} lang={lang} />
      <Sizes />
      <p className="text-small text-ink-soft [@media(hover:none)]:hidden">{t('keys')}</p>
      <div
        role="region"
        aria-label={t('plan', { moment })}
        tabIndex={0}
        className="max-h-[85vh] overflow-auto border border-rule bg-paper-deep"
      >
        <SeatPlan {...shown} marked={marked} field={field} lang={lang} />
      </div>
      <SeatKeys />
    </div>
  );
}

/** The seats of the chosen time. With scripts it is offered where the plan shows another one, without always: nobody knows then. */
function OtherTime({ view, show }: Pick<SeatChoiceProps, 'view' | 'show'>) {
  const t = useTranslations('shop.seats');
  const { shown, hasTimes, fields } = view;
  if (shown !== null && !hasTimes) return null;
  const button = (
    <button formAction={show} className={buttonClass('secondary', 'mt-4')}>
      {t(shown === null ? 'show' : 'again')}
    </button>
  );
  if (shown === null) return button;
  return (
    <IfOtherTime field={fields.session} shownId={shown.session.id}>
      {button}
    </IfOtherTime>
  );
}

/** The best free seats, or own ones on the plan. Works without scripts. */
export function SeatChoice({ view, show, timezone, lang }: SeatChoiceProps) {
  const t = useTranslations('shop.seats');
  const { shown, isOwn, isTooLarge, marked, fields } = view;
  const ways = (
    <>
      <Way field={fields.seating} value="best" isChosen={!isOwn} name={t('best')} text={t('bestText')} />
      <Way
        field={fields.seating}
        value={fields.own}
        isChosen={isOwn}
        name={t('own')}
        text={t(shown === null ? 'showText' : 'ownText')}
      />
      <div className="group-has-[input[value=best]:checked]/seats:hidden">
        <OtherTime view={view} show={show} />
        {shown === null ? null : (
          <ShownPlan shown={shown} marked={marked} field={fields.seat} timezone={timezone} lang={lang} />
        )}
      </div>
    </>
  );
  return (
    <fieldset id="seats" className="group/seats border-t-2 border-ink pt-4">
      <legend className="float-left w-full text-[1.3125rem] leading-7 font-bold">{t('title')}</legend>
      <div className="clear-both pt-2">
        {isTooLarge ? <p>{t('tooLarge')}</p> : null}
        {isTooLarge ? null : shown === null ? (
          ways
        ) : (
          <FollowedSeats zones={shown.ticketZones}>{ways}</FollowedSeats>
        )}
      </div>
    </fieldset>
  );
}
