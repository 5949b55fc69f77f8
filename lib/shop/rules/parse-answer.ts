import { customerSchema } from '../../contract/customer';
import type { FormField } from '../../contract/form';
import { typedText } from '../../contract/typed-text';
import { daySchema } from '../../contract/values';

/** What is wrong with an answer, and the limit that it exceeds. */
export type AnswerFault =
  | { readonly why: 'required' | 'number' | 'choice' | 'date' | 'time' | 'phone' | 'email' | 'country' }
  | { readonly why: 'min' | 'max' | 'tooLong'; readonly limit: number };

/** The value of an answer; null: there is none. */
export type ParsedAnswer = { readonly value: unknown } | { readonly fault: AnswerFault } | null;

const longestText = 2_000;
const { shape } = customerSchema;

/** The answer that was typed to a question (§2.13), as the service expects it. */
export function parseAnswer(field: FormField, typed: readonly string[]): ParsedAnswer {
  const given = typed.filter((text) => typedText(text) !== '').map((text) => text.trim());
  const { type } = field;
  if (type === 'boolean') return { value: given.length > 0 };
  const [first] = given;
  if (first === undefined) return field.required ? { fault: { why: 'required' } } : null;
  if (type === 'multiple_choice') {
    return given.every((code) => isOption(field, code)) ? { value: given } : { fault: { why: 'choice' } };
  }
  return parseOne(type, field, first);
}

const isOption = ({ options }: FormField, code: string) => options.some((option) => option.code === code);

function parseOne(
  type: Exclude<FormField['type'], 'boolean' | 'multiple_choice'>,
  field: FormField,
  text: string,
): ParsedAnswer {
  const seen = typedText(text);
  switch (type) {
    case 'number':
      return parseNumber(field, seen);
    case 'choice':
      return isOption(field, text) ? { value: text } : { fault: { why: 'choice' } };
    case 'date':
      return daySchema.safeParse(seen).success ? { value: seen } : { fault: { why: 'date' } };
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(seen) ? { value: seen } : { fault: { why: 'time' } };
    case 'country':
      return shape.country.safeParse(text).success ? { value: text } : { fault: { why: 'country' } };
    case 'phone':
      return parsed(shape.phone.safeParse(text).data, 'phone');
    case 'email':
      return parsed(shape.email.safeParse(text).data, 'email');
    case 'text':
    case 'textarea': {
      const limit = field.maxLength ?? longestText;
      // The service accepts no line breaks in a text of one line; a browser's field sends none.
      const value = type === 'text' ? text.replaceAll(/[\t\n\r]+/g, ' ') : text;
      return value.length > limit ? { fault: { why: 'tooLong', limit } } : { value };
    }
  }
}

const parsed = (value: string | undefined, why: 'phone' | 'email'): ParsedAnswer =>
  value === undefined ? { fault: { why } } : { value };

/** With a point or a comma before the decimals. */
function parseNumber({ min, max }: FormField, text: string): ParsedAnswer {
  const value = /^-?\d{1,15}([.,]\d{1,10})?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
  if (Number.isNaN(value)) return { fault: { why: 'number' } };
  if (min !== null && value < min) return { fault: { why: 'min', limit: min } };
  if (max !== null && value > max) return { fault: { why: 'max', limit: max } };
  return { value };
}
