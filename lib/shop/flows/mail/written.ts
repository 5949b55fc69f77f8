import type { Attachment } from '../../../mail/mailer';
import type { RenderedEmail } from '../../../mail/order-emails';
import type { MailKind } from '../../data/mail-store';

export interface EmailToSend {
  kind: 'email';
  to: string;
  email: RenderedEmail;
  attachments?: readonly Attachment[];
  /** An e-mail about the same checkout that says nothing more. */
  makesNeedless?: MailKind;
  /** When the customer is reminded of the visit; null: not. */
  remindAt?: Date | null;
  /** The cancellations that it names. */
  cancellationIds?: readonly string[];
  /** The changes of a booking that the person to whom it is given has learnt by it. */
  tells?: readonly string[];
  /** Of what staff have written: the timeline of the booking has it. */
  subject?: string;
}

/** `decision`: whether tickets are cancelled, or exchanged. */
export type Missing = 'documents' | 'confirmation' | 'decision';

export type Written =
  | EmailToSend
  /** What it depends on has not happened yet. */
  | { kind: 'early'; missing: Missing }
  /** It is about a later day than it was. */
  | { kind: 'later'; at: Date }
  /** It is no longer true, or nothing may be sent. */
  | { kind: 'needless' };
