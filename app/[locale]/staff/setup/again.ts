import { getMessages, getTranslations } from 'next-intl/server';
import type { SetupState } from '@/components/staff/setup/setup-form';
import { withColon } from '@/lib/locale/colon';
import type { Language } from '@/lib/locale/languages';
import type { NotAllowed, Sent } from '@/lib/storefront/common/forms/actions';
import type { SetupProblem } from '@/lib/storefront/staff/setup/setup-problem';
import { typedFields } from '@/lib/storefront/staff/setup/typed';
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
  const version = 'version' in sent ? (sent.version ?? '') : '';
  if (problem.kind === 'preview') {
    const { title, lines } = problem;
    return { values, version, problem: null, preview: { title, lines, seen: seenText(problem) } };
  }
  const t = await getTranslations('setup.problem');
  const stale = problem.kind === 'stale' ? problem.version : null;
  return {
    values,
    version: stale === null ? version : String(stale),
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
      return t(problem.version === null ? 'setup.problem.gone' : 'setup.problem.stale');
    case 'not_set_up':
      return t('catalogAdmin.notSetUpText');
    case 'not_found':
      return t('setup.problem.not_found');
    case 'unavailable':
      return t('setup.problem.unavailable');
  }
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
