import { z } from 'zod';
import { isPlainLine, isPlainText } from './plain-text';

const refusal = { params: { isBadCharacter: true }, error: 'no control characters' };

/** A text of one line that will be stored, as it was sent (plain-text.ts has the rule). */
export const sentLine = () => z.string().refine(isPlainLine, refusal);

/** A text of one line that will be stored, without the spaces around it. */
export const storedLine = () => z.string().trim().refine(isPlainLine, refusal);

/** A text that may have several lines and will be stored, without the spaces around it. */
export const storedText = () => z.string().trim().refine(isPlainText, refusal);

/** Whether the error of a schema is that of a text which breaks the rule. */
export function isBadCharacter(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['isBadCharacter'] === true;
}
