import { currentCheckout } from './checkout';

/** What this browser holds, for the line on top of each page; null when nothing. */
export async function getHeld(): Promise<{
  checkoutId: string;
  itemCount: number;
  secondsLeft: number;
} | null> {
  const checkout = await currentCheckout();
  if (checkout === null) return null;
  const milliseconds = Date.parse(checkout.expiresAt) - Date.now();
  return {
    checkoutId: checkout.id,
    itemCount: checkout.itemCount,
    secondsLeft: Math.max(0, Math.round(milliseconds / 1000)),
  };
}
