import { getTranslations } from 'next-intl/server';
import type { Invoice, Line, UnitAnswers } from '../../../shop/values/checkout-values';
import { type ItemQuestions, readQuestions } from '../../../shop/flows/answers/questions';
import { longestCompany, readInvoice } from '../../../shop/rules/invoice';
import type { Holds } from '../../../shop/rules/checkout';
import { describeHolds } from '../../../shop/flows/visit/describe-holds';
import { ServiceError } from '../../../client/service-error';
import type { FormField } from '../../../contract/form';
import { type AroundName, aroundName } from '../../../locale/around-name';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import {
  answerPrefix,
  type AskedItem,
  checkItem,
  giftNames,
  nameOf,
  type QuestionError,
  sameName,
  type TypedAnswers,
} from './question-errors';

export type { QuestionError, TypedAnswers };

/** A field of the form that only the server checks: a question of an issuer, or of the invoice. */
export interface Question extends Pick<FormField, 'type' | 'label' | 'required' | 'options'> {
  /** Of the form's field, and of its control. */
  readonly name: string;
  readonly hint: string;
  /** Of a date: the first and the last possible day, YYYY-MM-DD. */
  readonly min?: string;
  readonly max?: string;
  /** What browsers may fill in; missing: nothing. */
  readonly autoComplete?: string;
}

/** Questions under a heading. `isClosed`: shown when the customer opens them. */
export interface QuestionSection {
  readonly title: string;
  /** The title with the name of what is bought, if it has one. */
  readonly named?: AroundName;
  readonly lead: string;
  readonly isClosed: boolean;
  /** The language of the questions, if it is not the page's. */
  readonly lang?: string | undefined;
  /** The box that gives this ticket the answers of the first one. */
  readonly same?: { readonly name: string; readonly label: string } | undefined;
  readonly questions: readonly Question[];
}

const companyName = 'company';
const addressName = 'companyAddress';
const vatNumberName = 'vatNumber';
/** A code stays in its field when it was refused, or when something else of the booking was changed. */
const ownNames = new Set([
  companyName,
  addressName,
  vatNumberName,
  'voucherCode',
  ...Object.values(giftNames),
]);
/** More fields than any checkout has. */
const mostFields = 2_000;
const longestTyped = 5_000;

/** What a form of the shop has in these fields. */
export function readTyped(form: FormData): Record<string, string[]> {
  const typed = new Map<string, string[]>();
  for (const [name, value] of form) {
    const isKnown = name.startsWith(answerPrefix) || ownNames.has(name);
    if (!isKnown || typeof value !== 'string' || value === '' || value.length > longestTyped) continue;
    if (typed.size < mostFields) typed.set(name, [...(typed.get(name) ?? []), value]);
  }
  return Object.fromEntries(typed);
}

type TranslateCheckout = Awaited<ReturnType<typeof getTranslations<'checkout'>>>;

async function translate(language: Language): Promise<TranslateCheckout> {
  return getTranslations({ locale: language, namespace: 'checkout' });
}

/** The field of a question of one unit. */
export function questionOf(item: string, unit: number, field: FormField): Question {
  const { code, type, label, helpText: hint, required, options } = field;
  return { name: nameOf(item, unit, code), type, label, hint, required, options };
}

function invoiceSection(t: TranslateCheckout): QuestionSection {
  const plain = { type: 'text' as const, required: false, options: [] };
  return {
    title: t('invoice.title'),
    lead: t('invoice.lead'),
    isClosed: true,
    questions: [
      { ...plain, name: companyName, label: t('invoice.company'), hint: '', autoComplete: 'organization' },
      {
        ...plain,
        type: 'textarea',
        name: addressName,
        label: t('invoice.address'),
        hint: t('invoice.addressHint'),
        autoComplete: 'street-address',
      },
      { ...plain, name: vatNumberName, label: t('invoice.vatNumber'), hint: t('invoice.vatNumberHint') },
    ],
  };
}

/** The questions of one item, once for each unit. */
function itemSections(
  t: TranslateCheckout,
  { key, quantity, fields }: ItemQuestions,
  line: Pick<Line, 'productName' | 'lang'> | undefined,
): QuestionSection[] {
  const name = line?.productName ?? '';
  return Array.from({ length: quantity }, (_, unit) => ({
    title: t('questions.title', { name, number: unit + 1, count: quantity }),
    named: aroundName(name, (given) =>
      t('questions.title', { name: given, number: unit + 1, count: quantity }),
    ),
    lead: unit === 0 ? t('questions.lead') : '',
    isClosed: false,
    lang: line?.lang,
    same: unit === 0 ? undefined : { name: sameName(key, unit), label: t('questions.same') },
    questions: fields.map((field) => questionOf(key, unit, field)),
  }));
}

interface Asked {
  readonly checkoutContext: Parameters<typeof describeHolds>[0];
  readonly holds: Holds;
  readonly language: Language;
}

/** What is bought with an item that has questions. */
async function lineOf({ checkoutContext, holds, language }: Asked, { holdId, position }: ItemQuestions) {
  const hold = holds.filter(({ id }) => id === holdId);
  const lines = await describeHolds(checkoutContext, hold, language);
  return lines[position];
}

/** What a checkout asks beside the details: for each ticket what its issuer wants to know, and the invoice. */
export async function loadSections(holds: Holds, language: Language): Promise<QuestionSection[]> {
  const { checkoutContext, log } = await getAppContext();
  const t = await translate(language);
  try {
    const items = await readQuestions(checkoutContext, holds, language);
    const sections = await Promise.all(
      items.map(async (item) =>
        itemSections(t, item, await lineOf({ checkoutContext, holds, language }, item)),
      ),
    );
    return [...sections.flat(), invoiceSection(t)];
  } catch (error) {
    // They are asked when the form is sent.
    if (!(error instanceof ServiceError)) throw error;
    log.warn({ err: error, checkout: holds[0]?.checkoutId }, 'the questions of an issuer could not be read');
    return [invoiceSection(t)];
  }
}

export interface CheckedMore {
  readonly invoice: Invoice | null;
  readonly answers: UnitAnswers[];
  readonly errors: readonly QuestionError[];
}

/** The items with the names of what is bought, where those tell their tickets apart. */
async function withNames(asked: Asked, items: readonly ItemQuestions[]): Promise<AskedItem[]> {
  return Promise.all(
    items.map(async (item) => ({
      ...item,
      productName: items.length < 2 ? null : ((await lineOf(asked, item))?.productName ?? null),
    })),
  );
}

function checkInvoice(t: TranslateCheckout, typed: TypedAnswers, country: string) {
  const only = (name: string) => typed[name]?.[0] ?? '';
  const { invoice, wrong } = readInvoice({
    company: only(companyName),
    address: only(addressName),
    vatNumber: only(vatNumberName),
    country,
  });
  const errors: QuestionError[] = [];
  const add = (name: string, text: string) => errors.push({ name, text, summary: text });
  if (wrong.company === 'tooLong')
    add(companyName, t('errors.tooLong', { field: t('invoice.company'), max: String(longestCompany) }));
  else if (wrong.company !== undefined) add(companyName, t('invoice.errors.company'));
  if (wrong.address !== undefined)
    add(
      addressName,
      t(wrong.address === 'missing' ? 'invoice.errors.addressMissing' : 'invoice.errors.address'),
    );
  if (wrong.vatNumber !== undefined) add(vatNumberName, t('invoice.errors.vatNumber'));
  return { invoice, errors };
}

/** Checks what was typed beside the details. Null: the service can't be asked what the issuers want to know. */
export async function checkMore(
  holds: Holds,
  language: Language,
  { typed, country }: { typed: TypedAnswers; country: string },
): Promise<CheckedMore | null> {
  const { checkoutContext, log } = await getAppContext();
  const t = await translate(language);
  try {
    const items = await readQuestions(checkoutContext, holds, language);
    const named = await withNames({ checkoutContext, holds, language }, items);
    const checked = named.map((item) => checkItem(item, typed, language));
    const { invoice, errors } = checkInvoice(t, typed, country);
    return {
      invoice,
      answers: checked.flatMap(({ answers }) => answers),
      errors: [...checked.flatMap((one) => one.errors), ...errors],
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn({ err: error, checkout: holds[0]?.checkoutId }, 'the questions of an issuer could not be read');
    return null;
  }
}
