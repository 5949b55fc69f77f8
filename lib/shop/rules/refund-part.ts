/** An amount that is refunded from one payment of a purchase. */
export interface RefundPart {
  checkoutId: string;
  paymentId: string;
  amount: string;
}
