import { z } from 'zod';
import { isPlainLine, isPlainText } from '@/lib/contract/plain-text';
import { customerSchema } from '@/lib/contract/customer';
import { mostOfAnswer } from '@/lib/contract/feed-text';
import type { Violation } from '../http/problem';
import type { StoredField } from './form-table';

const { email: emailSchema, phone: phoneSchema } = customerSchema.shape;

export const answerSchema = z.object({ field: z.string().max(200), value: z.json() });
export type GivenAnswer = z.infer<typeof answerSchema>;

/** The errors in answers to the fields of a ticket's forms: unknown, repeated, missing, or of another type. */
export function checkAnswers(answers: readonly GivenAnswer[], fields: readonly StoredField[]): Violation[] {
  const wrong = answers.flatMap(({ field: code, value }, i): Violation[] => {
    const field = fields.find((one) => one.code === code);
    if (field === undefined) return [{ path: `answers[${i}].field`, code: 'choice' }];
    if (answers.findIndex((one) => one.field === code) !== i) {
      return [{ path: `answers[${i}].field`, code: 'unique' }];
    }
    const fault = findFault(value, field);
    return fault === null ? [] : [{ path: `answers[${i}].value`, ...fault }];
  });
  const missing = fields
    .filter(
      ({ code, required }) => required && !answers.some((one) => one.field === code && !isEmpty(one.value)),
    )
    .map(({ code }): Violation => ({ path: `answers[${code}]`, code: 'missingField' }));
  return [...wrong, ...missing, ...tooLong(answers)];
}

// Many questions with long answers would make one ticket's sheet so long that others wait for theirs.
const longestOfTicket = 20_000;

function tooLong(answers: readonly GivenAnswer[]): Violation[] {
  const length = answers.reduce((sum, { value }) => sum + JSON.stringify(value).length, 0);
  const detail = String(longestOfTicket);
  return length > longestOfTicket ? [{ path: 'answers', code: 'tooLong', detail }] : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

type Fault = Omit<Violation, 'path'> | null;

function findFault(value: unknown, field: StoredField): Fault {
  if (isEmpty(value)) return null;
  switch (field.type) {
    case 'number':
      return numberFault(value, field);
    case 'boolean':
      return typeof value === 'boolean' ? null : { code: 'type', detail: 'boolean' };
    case 'choice':
      return field.options.some(({ code }) => code === value) ? null : { code: 'choice' };
    case 'multiple_choice':
      if (!Array.isArray(value)) return { code: 'type', detail: 'array' };
      if (value.length > field.options.length) return { code: 'unique' };
      return value.every((one) => field.options.some(({ code }) => code === one)) ? null : { code: 'choice' };
    case 'date':
      return z.iso.date().safeParse(value).success ? null : { code: 'dateFormat' };
    case 'time':
      return timeSchema.safeParse(value).success ? null : { code: 'regex', detail: 'HH:MM' };
    case 'country':
      return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? null : { code: 'country' };
    case 'email':
      return emailSchema.safeParse(value).success ? null : { code: 'email' };
    case 'phone':
      return phoneSchema.safeParse(value).success ? null : { code: 'regex' };
    case 'text':
    case 'textarea':
      return textFault(value, field);
  }
}

function numberFault(value: unknown, { min, max }: StoredField): Fault {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'type', detail: 'number' };
  if (max !== null && value > max) return { code: 'lessThanOrEqual', detail: String(max) };
  if (min !== null && value < min) return { code: 'regex', detail: `≥ ${min}` };
  return null;
}

// Without a maximum of its field.
const longestText = 2000;
// A fraction of a second may have any number of digits.
const timeSchema = z.iso.time().max(18);

function textFault(value: unknown, { type, maxLength }: StoredField): Fault {
  if (typeof value !== 'string') return { code: 'type', detail: 'string' };
  const isPlain = type === 'text' ? isPlainLine(value) : isPlainText(value);
  if (!isPlain) return { code: 'regex', messageKey: 'badCharacter' };
  // A field that was imported before may allow more.
  const most = Math.min(maxLength ?? longestText, mostOfAnswer);
  return value.length > most ? { code: 'tooLong', detail: String(most) } : null;
}
