import { z } from 'zod';
import { customerSchema } from '../../../contract/customer';
import { isPlainLine, isPlainText } from '../../../contract/plain-text';
import { typedWords } from '../../../contract/typed-text';
import { type Language, languages } from '../../../locale/languages';
import { type Audience, audiences, messageLimits } from '../../../shop/values/message-values';

export type TextField = `${'subject' | 'text'}-${Language}`;
export type MessageField = 'audience' | 'fallback' | 'testTo' | TextField;
export type TypedMessage = Readonly<Record<MessageField, string>>;

export const textFields = languages.flatMap((language) => [
  `subject-${language}` as const,
  `text-${language}` as const,
]);
export const messageFields: readonly MessageField[] = ['audience', ...textFields, 'fallback', 'testTo'];

const typed = z.string().max(20_000).default('');

export const messageForm = z.object({
  messageId: z.guid(),
  catalogId: z.guid(),
  eventId: z.guid(),
  visit: z.string().max(100),
  ...(Object.fromEntries(messageFields.map((name) => [name, typed])) as Record<MessageField, typeof typed>),
});

/** What is wrong, and at which field. */
export interface WrongMessage {
  readonly kind: 'wrong';
  readonly field: MessageField;
  readonly why: 'audience' | 'nothing' | 'subject' | 'text' | 'fallback' | 'testTo';
}

type Written = Partial<Record<Language, { subject: string; text: string }>>;

export interface ReadMessage {
  readonly kind: 'read';
  readonly audience: Audience;
  readonly texts: Written;
  readonly fallback: Language;
  readonly to: string;
}

const wrong = (why: WrongMessage['why'], field: MessageField): WrongMessage => ({
  kind: 'wrong',
  why,
  field,
});

/** What was typed, or the first thing that is wrong with it. With one text alone, everybody gets it. */
export function readMessage(form: TypedMessage): ReadMessage | WrongMessage {
  const audience = audiences.find((one) => one === form.audience);
  if (audience === undefined) return wrong('audience', 'audience');
  const texts: Written = {};
  for (const language of languages) {
    const subject = typedWords(form[`subject-${language}`]);
    const text = typedWords(form[`text-${language}`].replaceAll(/\r\n?/g, '\n'));
    if (subject === '' && text === '') continue;
    if (subject === '' || subject.length > messageLimits.subject || !isPlainLine(subject))
      return wrong('subject', `subject-${language}`);
    if (text === '' || text.length > messageLimits.text || !isPlainText(text))
      return wrong('text', `text-${language}`);
    texts[language] = { subject, text };
  }
  const written = languages.filter((language) => texts[language] !== undefined);
  const [only, second] = written;
  if (only === undefined) return wrong('nothing', `subject-${languages[0]}`);
  const fallback = second === undefined ? only : written.find((language) => language === form.fallback);
  if (fallback === undefined) return wrong('fallback', 'fallback');
  const to = customerSchema.shape.email.safeParse(form.testTo).data;
  return to === undefined ? wrong('testTo', 'testTo') : { kind: 'read', audience, texts, fallback, to };
}
