import { outcomeMessages, type Matter, type NotCompletedReason } from '../locale/outcome-messages';
import { formatAmount } from '../money/money';
import { type Block } from './letter-page';
import { ending, render, type OrderLetter, type RenderedLetter } from './order-letters';
import { wordings } from './wordings';

interface OutcomeLetter extends OrderLetter {
  /** Where the customer hears from us. */
  email: string;
  /** What was paid or was to be paid, in EUR. */
  amount: string;
}

/** Staff are looking into it: what is known of the purchase, and that the answer comes by e-mail. */
export function staffLookingLetter(letter: OutcomeLetter & { matter: Matter }): RenderedLetter {
  const { title, text, matters } = outcomeMessages[letter.language].attention;
  return outcomeLetter(letter, title, [matters[letter.matter], text]);
}

/** What staff did, as they have said. */
export function settledLetter(
  letter: OutcomeLetter & { settledAs: 'refunded' | 'ordered' | 'nothing' },
): RenderedLetter {
  const { settled } = outcomeMessages[letter.language];
  const { settledAs } = letter;
  return outcomeLetter(letter, settled[settledAs], [settled[`${settledAs}Text`]]);
}

/** There is no order, and there was nothing to pay. `reason` null: none is known. */
export function notCompletedLetter(
  letter: OutcomeLetter & { reason: NotCompletedReason | null },
): RenderedLetter {
  const { title, text, reasons } = outcomeMessages[letter.language].notCompleted;
  return outcomeLetter(letter, title, [text, ...(letter.reason === null ? [] : [reasons[letter.reason]])]);
}

function outcomeLetter(letter: OutcomeLetter, title: string, texts: readonly string[]): RenderedLetter {
  const { language, reference, link, email } = letter;
  const values = { amount: formatAmount(letter.amount, language), email, reference };
  const words = wordings[language];
  const blocks: Block[] = [
    ...texts.map((text) => ({ kind: 'paragraph' as const, text: fill(text, values) })),
    { kind: 'link', text: words.openOrder, url: link },
    ending(words, reference),
  ];
  const subject = fill(outcomeMessages[language].subject, { title, reference });
  return render(subject, title, blocks, language);
}

/** Puts values in the place of the arguments in braces. Throws for an argument that has none. */
function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} in an e-mail`);
    return value;
  });
}
