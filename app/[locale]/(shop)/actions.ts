'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { keepAsItIs } from '@/lib/storefront/shop/basket/replacing';

interface LeftAsItIs {
  readonly attempt: number;
  readonly kept: 'exchange' | 'item' | null;
}

const keepForm = z.object({ kind: z.enum(['exchange', 'item']) });

/** For bars of the release before. */
export const keepReplaced = async (form: FormData) =>
  shopAction(keepForm, async ({ kind }) => {
    await keepAsItIs(kind);
    refresh();
    return {};
  })(form);

/** On each page: what the next hold would have replaced stays as it is. */
export const leaveAsItIs = async (previous: LeftAsItIs, form: FormData) =>
  shopAction(keepForm, async ({ kind }) => {
    await keepAsItIs(kind);
    refresh();
    return { kept: kind };
  })(previous, form);
