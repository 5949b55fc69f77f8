import type { ReactNode } from 'react';
import type { AdmissionVisitor } from '@/lib/contract/admission-visitor';
import { fillText } from '@/lib/locale/fill-text';
import { venueTime } from '@/lib/locale/venue-time';
import { Button } from '../../ui/button';
import type { DoorTexts } from './door-texts';
import { shortTariff } from './tariff-lines';

export interface FoundBookingsProps {
  readonly visitors: readonly AdmissionVisitor[];
  /** The settings as hidden fields, for browsers without scripts. */
  readonly fields: ReactNode;
  readonly texts: DoorTexts;
  /** Tickets that were admitted at this device. */
  readonly admitted: ReadonlySet<string>;
  readonly admitFound: (form: FormData) => Promise<void>;
  /** Null without scripts, and until the device is ready. */
  readonly onAdmit: ((tickets: readonly string[]) => void) | null;
}

/** Tickets of one booking for one visit. A service that does not tell bookings has each ticket for itself. */
export function bookingsOf(visitors: readonly AdmissionVisitor[]): AdmissionVisitor[][] {
  const bookings = new Map<string, AdmissionVisitor[]>();
  for (const visitor of visitors) {
    const { id, booking, session, event, day } = visitor;
    const key = booking === undefined ? id : [booking, session ?? event, day].join(' ');
    bookings.set(key, [...(bookings.get(key) ?? []), visitor]);
  }
  return [...bookings.values()];
}

/** What a search has found, by booking: a family is admitted with one tap. */
export function FoundBookings({ visitors, ...props }: FoundBookingsProps) {
  return (
    <ul className="divide-y-2 divide-rule border-y-2 border-rule">
      {bookingsOf(visitors).map((tickets) => (
        <li key={tickets[0]?.id} className="py-2">
          <BookingHead tickets={tickets} {...props} />
          <ul className="divide-y divide-rule">
            {tickets.map((visitor) => (
              <li
                key={visitor.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
              >
                <VisitorText visitor={visitor} texts={props.texts} />
                <VisitorAdmission visitor={visitor} {...props} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

type ActionProps = Omit<FoundBookingsProps, 'visitors'>;

const isIn = ({ id, status }: AdmissionVisitor, { admitted }: ActionProps) =>
  status === 'redeemed' || admitted.has(id);

const identifier = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The reference of the booking, and one button for all who are not in yet. */
function BookingHead({ tickets, ...props }: ActionProps & { readonly tickets: readonly AdmissionVisitor[] }) {
  const { find, group } = props.texts;
  const [first] = tickets;
  const open = tickets.filter((one) => !isIn(one, props));
  if (first === undefined) return null;
  const { booking, customer } = first;
  // Orders without a reference have only an identifier, which nobody can read out.
  const reference = booking === undefined || identifier.test(booking) ? null : booking;
  if (reference === null && open.length < 2) return null;
  const count = open.length;
  const word = fillText(count === tickets.length ? find.admitAll : group.admit, { count });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 wrap-anywhere text-small">
        {reference === null ? null : <span className="tabular">{fillText(find.booking, { reference })}</span>}
      </p>
      {count < 2 ? null : (
        <AdmitForm tickets={open} word={word} label={`${word}, ${fullName(customer)}`} {...props} />
      )}
    </div>
  );
}

const fullName = ({ firstname, lastname }: AdmissionVisitor['customer']) =>
  [firstname, lastname].filter((part) => part !== '').join(' ');

function VisitorText({ visitor, texts }: { readonly visitor: AdmissionVisitor; readonly texts: DoorTexts }) {
  const { holder, customer, tariff, event, occursAt, timezone, seat } = visitor;
  const [name, buyer] = [fullName(holder ?? customer), fullName(customer)];
  const when = occursAt === null ? texts.choose.anyTime : venueTime(occursAt, timezone);
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="font-bold">{name}</p>
      <p className="text-small">
        <b className="font-bold">{shortTariff(tariff.name, event)}</b> · {event}, {when}
        {seat === null ? '' : ` · ${fillText(texts.details.seat, { ...seat })}`}
      </p>
      {name === buyer ? null : (
        <p className="text-small text-ink-soft">{fillText(texts.find.bookedBy, { name: buyer })}</p>
      )}
    </div>
  );
}

function VisitorAdmission({ visitor, ...props }: ActionProps & { readonly visitor: AdmissionVisitor }) {
  const { find, results } = props.texts;
  if (isIn(visitor, props)) return <p className="font-bold">{results.admitted}</p>;
  const { holder, customer, tariff, event } = visitor;
  const named = { name: fullName(holder ?? customer), tariff: shortTariff(tariff.name, event) };
  return <AdmitForm tickets={[visitor]} word={find.admit} label={fillText(find.admitOf, named)} {...props} />;
}

type AdmitFormProps = ActionProps & {
  readonly tickets: readonly AdmissionVisitor[];
  readonly word: string;
  /** For people who do not see to what the button belongs. */
  readonly label: string;
};

function AdmitForm({ tickets, word, label, fields, admitFound, onAdmit }: AdmitFormProps) {
  return (
    <form
      action={admitFound}
      data-works-offline=""
      onSubmit={(event) => {
        if (onAdmit === null) return;
        event.preventDefault();
        onAdmit(tickets.map(({ id }) => id));
      }}
    >
      {fields}
      {tickets.map(({ id }) => (
        <input key={id} type="hidden" name="of" value={id} />
      ))}
      <Button type="submit" variant="secondary" aria-label={label}>
        {word}
      </Button>
    </form>
  );
}
