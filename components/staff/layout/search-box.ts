import { controlClass } from '../../ui/field';

/** One box has this ID on each page of the staff: the key `/` leads to it. */
export const searchBoxId = 'staff-search';
export const searchBoxClass = `${controlClass} min-w-48 flex-1 placeholder:text-ink-soft placeholder:opacity-100`;
