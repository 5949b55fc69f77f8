'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import {
  joinLineAgain,
  leaveWaitingPlace,
  takeWaitingPlace,
} from '@/lib/storefront/shop/waiting-list/waiting-list';

const linkForm = z.object({ link: z.string().catch('') });

/** Continues to the checkout, or, if nothing is held any more, shows what became of the place. */
export const takeTickets = async (form: FormData) =>
  shopAction(linkForm, async ({ link }, { language }) => {
    const checkoutId = await takeWaitingPlace(link);
    return checkoutId === null ? paths.waitingPlace(language, link) : paths.checkout(language, checkoutId);
  })(form);

export const leaveList = async (form: FormData) =>
  shopAction(linkForm, async ({ link }, { language }) => {
    await leaveWaitingPlace(link);
    return paths.waitingPlace(language, link);
  })(form);

export const joinAgain = async (form: FormData) =>
  shopAction(linkForm, async ({ link }, { language }) => {
    await joinLineAgain(link);
    return paths.waitingPlace(language, link);
  })(form);
