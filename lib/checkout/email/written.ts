import type { RenderedEmail } from '../../mail/order-emails';
import type { MailKind } from './mail-store';

export type Written =
  | { kind: 'email'; to: string; email: RenderedEmail; makesNeedless?: MailKind }
  /** The event that it announces has not happened yet. */
  | { kind: 'early'; missing: 'documents' | 'confirmation' }
  /** It is no longer true, or nothing may be sent. */
  | { kind: 'needless' };
