/** What a pass shows of a ticket: all in the customer's language. */
export interface WalletTicket {
  /** At the service. */
  readonly id: string;
  /** Equal for all tickets of one session, or of one day; letters and digits. */
  readonly visitId: string;
  readonly name: string;
  /** The name of the catalogue. */
  readonly from: string;
  /** The name of the shop. */
  readonly shop: string;
  /** Day and time in words; empty: valid at any time. */
  readonly moment: string;
  /** That it was moved, and from when, or that it is called off; empty: neither. */
  readonly changed: string;
  /** What `changed` says, for the front of the pass, which has little room. */
  readonly changedBriefly: string;
  /** What the organiser has done, if it is called off; null: it takes place. */
  readonly calledOff: 'cancelled' | 'postponed' | null;
  /** ISO 8601 with the UTC offset of the venue; null: no time, or not known. */
  readonly begins: string | null;
  readonly ends: string | null;
  readonly place: {
    readonly name: string;
    readonly address: string;
    readonly position: { readonly latitude: number; readonly longitude: number } | null;
  } | null;
  /** The numbered seat; null: it has none. */
  readonly seat: {
    readonly section: string;
    readonly row: string;
    readonly number: string;
    readonly text: string;
  } | null;
  readonly holder: string;
  /** What was bought, such as "Adult". */
  readonly product: string;
  readonly reference: string;
  /** What the QR code says. */
  readonly code: string;
  readonly language: string;
  /** As `#rrggbb`. */
  readonly colors: { readonly ground: string; readonly text: string };
}

/** The names of what a pass shows. */
export type WalletLabels = Readonly<
  Record<'when' | 'where' | 'seat' | 'holder' | 'product' | 'reference' | 'address', string>
>;
