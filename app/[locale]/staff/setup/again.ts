import { getMessages, getTranslations } from 'next-intl/server';
import type { SetupState } from '@/components/staff/setup/setup-form';
import { withColon } from '@/lib/locale/colon';
import type { Language } from '@/lib/locale/languages';
import type { NotAllowed, Sent } from '@/lib/storefront/common/forms/actions';
import type { SetupProblem } from '@/lib/storefront/staff/setup/setup-problem';
import { fieldsBefore, mergedFields } from '@/lib/storefront/staff/setup/merged';
import { type Typed, typedFields } from '@/lib/storefront/staff/setup/typed';
import { fieldTexts } from './field-texts';
import { seenText } from './preview-lines';

type Problem = SetupProblem | NotAllowed;

/** What a form of Setup shows when nothing was saved: what was typed, and what is wrong, or what saving would do. */
export async function again(
  sent: { readonly version?: string | undefined } | object,
  problem: Problem,
  { form, language }: Sent,
): Promise<Omit<SetupState, 'attempt'>> {
  const values = typedFields(form);
  const before = fieldsBefore(form);
  const version = 'version' in sent ? (sent.version ?? '') : '';
  if (problem.kind === 'preview') {
    const { title, lines } = problem;
    return { values, before, version, problem: null, preview: { title, lines, seen: seenText(problem) } };
  }
  const t = await getTranslations('setup.problem');
  if (problem.kind === 'stale' && problem.version !== null) {
    const now = problem.now ?? {};
    const { values: merged, both } = mergedFields(values, before, now);
    const fields = await fieldsOfBoth(both, now, language);
    const text = t(problem.now === null ? 'stale' : 'merged');
    const changed = { title: t('title'), text, fields };
    return {
      values: merged,
      before: problem.now ?? before,
      version: problem.version,
      problem: changed,
      preview: null,
    };
  }
  return {
    values,
    before,
    version,
    problem: {
      title: t('title'),
      text: await textOf(problem),
      fields: problem.kind === 'fields' ? await fieldsOf(problem.problems, language) : [],
    },
    preview: null,
  };
}

async function textOf(problem: Exclude<Problem, { kind: 'preview' }>): Promise<string | null> {
  const t = await getTranslations();
  switch (problem.kind) {
    case 'fields':
      return null;
    case 'refused':
    case 'not_allowed':
      return problem.text;
    case 'stale':
      return t('setup.problem.gone');
    case 'not_set_up':
      return t('catalogAdmin.notSetUpText');
    case 'not_found':
      return t('setup.problem.not_found');
    case 'unavailable':
      return t('setup.problem.unavailable');
  }
}

const mostShown = 300;

/** Each field that two people have changed, with what the other one has saved. */
async function fieldsOfBoth(
  names: readonly string[],
  now: Typed,
  language: Language,
): Promise<NonNullable<SetupState['problem']>['fields']> {
  const { setup } = await getMessages();
  const t = await getTranslations('setup.problem');
  return names.map((name) => {
    const text = (now[name] ?? []).join(', ').slice(0, mostShown);
    const why = text === '' ? t('theirsEmpty') : t('theirs', { text });
    return { name, text: withColon(fieldTexts(setup, name).label, why, language), why };
  });
}

/** Each field by its label, with what is wrong, and with its hint, which has an example, if it can't be read. */
async function fieldsOf(
  problems: Extract<SetupProblem, { kind: 'fields' }>['problems'],
  language: Language,
): Promise<NonNullable<SetupState['problem']>['fields']> {
  const { setup } = await getMessages();
  return problems.map(({ field, problem }) => {
    const { name, label, hint } = fieldTexts(setup, field);
    const why = setup.wrong[problem];
    const text = problem === 'invalid' && hint !== undefined ? `${why} ${hint}` : why;
    const sentence = `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
    return { name, text: withColon(label, text, language), why: sentence };
  });
}
