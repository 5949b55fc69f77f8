import { firstOfMonth } from '@/lib/locale/first-of-month';
import { type Language, type LocalizedText } from '@/lib/locale/languages';
import { serviceTranslator } from '@/lib/locale/service-messages';
import type { SheetAnswer, SheetText } from '../document/ticket-sheet';
import type { GivenAnswer } from '../form/check-answers';
import type { StoredField } from '../form/form-table';

interface Wording {
  /** The language in which dates, numbers, yes and no are written. */
  language: Language;
  inLanguage: (text: LocalizedText) => SheetText;
}

/**
 * The buyer's answers to the questions of the issuer as the PDF prints them, in the order of the questions; empty ones are
 * left out.
 */
export function sheetAnswers(
  answers: readonly GivenAnswer[],
  fields: readonly StoredField[],
  wording: Wording,
): SheetAnswer[] {
  const known = fields.flatMap((field) => {
    const answer = answers.find((one) => one.field === field.code);
    if (answer === undefined) return [];
    return [{ label: wording.inLanguage(field.label), value: formatAnswer(answer.value, field, wording) }];
  });
  // The issuer may have removed a question since.
  const others = answers
    .filter((answer) => !fields.some(({ code }) => code === answer.field))
    .map(({ field, value }) => ({
      label: { text: field, language: wording.language },
      value: { text: asText(value), language: wording.language },
    }));
  return [...known, ...others].filter(({ value }) => value.text.trim() !== '');
}

function formatAnswer(value: unknown, field: StoredField, { language, inLanguage }: Wording): SheetText {
  const inOwnLanguage = (text: string): SheetText => ({ text, language });
  switch (field.type) {
    case 'choice':
    case 'multiple_choice':
      return (
        optionLabels(Array.isArray(value) ? value : [value], field, inLanguage) ??
        inOwnLanguage(asText(value))
      );
    case 'boolean':
      if (typeof value !== 'boolean') return inOwnLanguage(asText(value));
      return inOwnLanguage(serviceTranslator(language)(value ? 'document.yes' : 'document.no'));
    case 'number':
      return inOwnLanguage(
        typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : asText(value),
      );
    case 'date':
      return inOwnLanguage(formatDate(asText(value), language));
    case 'country':
      return inOwnLanguage(
        /^[A-Z]{2}$/.test(asText(value)) ? countryName(asText(value), language) : asText(value),
      );
    case 'text':
    case 'textarea':
    case 'email':
    case 'phone':
    case 'time':
      return inOwnLanguage(asText(value));
  }
}

function optionLabels(
  codes: readonly unknown[],
  { options }: StoredField,
  inLanguage: Wording['inLanguage'],
): SheetText | undefined {
  const labels = codes.flatMap((code) => {
    const option = options.find((one) => one.code === code);
    return option === undefined ? [] : [inLanguage(option.label)];
  });
  const [first] = labels;
  if (first === undefined || labels.length < codes.length) return undefined;
  return { text: labels.map(({ text }) => text).join(', '), language: first.language };
}

function formatDate(date: string, language: Language): string {
  const noon = new Date(`${date}T12:00:00Z`);
  if (Number.isNaN(noon.getTime())) return date;
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return firstOfMonth(format.format(noon), language);
}

function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(asText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
