import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import type { AppContext } from '../../../runtime/app-context';

/** Where a ticket is added to a wallet; null: the shop has no passes for it. */
export interface WalletLinks {
  readonly apple: string | null;
  readonly google: string | null;
}

export const noWallets: WalletLinks = { apple: null, google: null };

type Wallets = AppContext['config']['wallets'];

/** Whether passes can be signed: no wallet takes one that is signed after the end of the certificate. */
export function canSign(apple: Wallets['apple'], now = new Date()): apple is NonNullable<Wallets['apple']> {
  return apple !== null && now < apple.validUntil;
}

export function walletLinks({ apple, google }: Wallets, token: string, language: Language): WalletLinks {
  return {
    apple: canSign(apple) ? paths.ticketWallet(token, 'apple', language) : null,
    google: google === null ? null : paths.ticketWallet(token, 'google', language),
  };
}
