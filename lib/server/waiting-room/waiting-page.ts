import type { Room } from '../../shop/rules/room';
import { escapeHtml } from '../../contract/plain-text';
import type { Language } from '../../locale/languages';
import { formatDay, venueDay, venueTime, venueZone } from '../../locale/venue-time';
import { waitingTranslator } from '../../locale/waiting-messages';
import { refreshTag, smallPage } from '../request/small-page';
import type { WaitingState } from './waiting-state';

export interface WaitingView {
  readonly state: WaitingState;
  readonly room: Room;
  readonly language: Language;
  /** Null: the page does not look again. */
  readonly lookAgainSeconds: number | null;
  /** The offer's page, with what the visitor chose; and the catalogue's. */
  readonly offerPath: string;
  /** Of the request. */
  readonly url: string;
  readonly catalogPath: string;
}

type Texts = ReturnType<typeof waitingTranslator>;

/** Minutes left, at least one. */
const minutesUntil = (until: Date) => Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000));

function opening(room: Room, language: Language): { day: string; time: string; zone: string } {
  const at = room.opensAt.toISOString();
  const { timezone } = room;
  return {
    day: formatDay(venueDay(at, timezone), language),
    time: venueTime(at, timezone),
    zone: venueZone(at, timezone),
  };
}

function titleOf({ state, room, language }: WaitingView, t: Texts): string {
  switch (state.kind) {
    case 'before_opening':
      return t('before_opening.title', opening(room, language));
    case 'waiting':
      return t('waiting.title', { ahead: state.ahead });
    case 'sold_out':
    case 'admitted':
    case 'lapsed':
    case 'used':
    case 'none':
    case 'limited':
      return t(`${state.kind}.title`);
  }
}

function estimate(seconds: number | null, t: Texts): string {
  if (seconds === null) return t('waiting.paused');
  if (seconds < 60) return t('waiting.soon');
  const minutes = Math.ceil(seconds / 60);
  return minutes > 60 ? t('waiting.long') : t('waiting.minutes', { minutes });
}

/** The sentences of the page, and what the visitor can do. */
function textsOf({ state, room, language }: WaitingView, t: Texts): string[] {
  switch (state.kind) {
    case 'before_opening':
      return [t('before_opening.text', opening(room, language)), t('keep')];
    case 'waiting':
      return [estimate(state.estimatedSeconds, t), t('keep')];
    case 'admitted':
      return [t('admitted.text', { minutes: minutesUntil(state.until) })];
    case 'limited':
      return [t('limited.text', { minutes: Math.ceil(state.seconds / 60) })];
    case 'sold_out':
    case 'lapsed':
    case 'used':
    case 'none':
      return [t(`${state.kind}.text`)];
  }
}

function nextStep({ state, offerPath, catalogPath }: WaitingView, t: Texts): string {
  const link = (path: string, text: string) => `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;
  switch (state.kind) {
    case 'admitted':
      return link(offerPath, t('choose'));
    case 'sold_out':
      return link(catalogPath, t('catalog'));
    case 'none':
    case 'used':
    case 'lapsed':
    case 'limited':
      return `<form method="post"><button>${escapeHtml(t('take'))}</button></form>`;
    case 'before_opening':
    case 'waiting':
      return '';
  }
}

/** It works without scripts: the browser loads it again after some seconds. */
export function waitingPage(view: WaitingView): string {
  const t = waitingTranslator(view.language);
  const again = view.lookAgainSeconds;
  const texts = textsOf(view, t).map((text) => `<p>${escapeHtml(text)}</p>`);
  return smallPage({
    language: view.language,
    title: escapeHtml(titleOf(view, t)),
    head: again === null ? '' : refreshTag(again, view.url),
    main: `<div role="status">${texts.join('')}</div>${nextStep(view, t)}`,
  });
}

/** The state of a waiting visitor as JSON, for programs (docs/rush.md). */
export function waitingJson({ state, room, lookAgainSeconds, offerPath }: WaitingView): string {
  return JSON.stringify({
    state: state.kind,
    ahead: state.kind === 'waiting' ? state.ahead : null,
    estimatedSeconds: state.kind === 'waiting' ? state.estimatedSeconds : null,
    isPaused: room.isPaused,
    opensAt: state.kind === 'before_opening' ? room.opensAt.toISOString() : null,
    until: state.kind === 'admitted' ? state.until.toISOString() : null,
    lookAgainSeconds,
    offer: offerPath,
  });
}
