'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { type Sent, staffAction } from '@/lib/storefront/common/forms/actions';
import { endOfOther, endOwn, endOwnOthers, signInForm } from '@/lib/storefront/staff/team/sign-ins';

const teamPage = (_: unknown, { language }: Sent) => paths.staffTeam(language);

export const endSignIn = async (form: FormData) =>
  staffAction('account:own', signInForm, teamPage, endOwn)(form);

export const endOtherSignIns = async (form: FormData) =>
  staffAction('account:own', z.object({}), teamPage, endOwnOthers)(form);

export const endSignInOfOther = async (form: FormData) =>
  staffAction('team:manage', signInForm, teamPage, endOfOther)(form);
