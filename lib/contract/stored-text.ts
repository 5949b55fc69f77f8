import { z } from 'zod';
import { isPlainLine, isPlainText } from './plain-text';
import { typedWords } from './typed-text';

const refusal = { params: { isBadCharacter: true }, error: 'no control characters' };

/** A text of one line that will be stored, as it was sent (plain-text.ts has the rule). */
export const sentLine = () => z.string().refine(isPlainLine, refusal);

/** A text of one line that will be stored, without the spaces around it, as it is spelled (typed-text.ts). */
export const storedLine = () => z.string().overwrite(typedWords).refine(isPlainLine, refusal);

/** A text that may have several lines and will be stored, without the spaces around it, as it is spelled. */
export const storedText = () => z.string().overwrite(typedWords).refine(isPlainText, refusal);

/** Whether the error of a schema is that of a text which breaks the rule. */
export function isBadCharacter(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isBadCharacter'] === true;
}
