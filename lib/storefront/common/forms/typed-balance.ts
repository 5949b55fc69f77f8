import { typedText } from '../../../contract/typed-text';
import { typedAmount } from './typed-amount';

/** Like `typedAmount`; below 0 if more was paid back than taken. */
export function typedBalance(text: string): string | null {
  const typed = typedText(text);
  const isNegative = /^-/.test(typed);
  const amount = typedAmount(isNegative ? typed.slice(1) : typed);
  return amount === null || !isNegative || amount === '0.00' ? amount : `-${amount}`;
}
