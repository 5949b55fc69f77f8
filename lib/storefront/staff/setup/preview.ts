import { accessibilityFeatures } from '../../../contract/event';
import { addDays } from '../../../locale/calendar';
import { type Language, localize } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { catalogOf } from '../../../setup/catalog';
import type { Draft, Texts } from '../../../setup/draft';
import { type EventView, eventsOf } from '../../../setup/event-view';
import { periodsOf, productsOf } from '../../../setup/product-view';
import { sessionsOf } from '../../../setup/session-view';
import { descriptionHtml } from '../../common/catalogue/description';
import type { PictureView } from '../../common/catalogue/views';
import { todayOf } from './save-sessions';

/** How many days of an event the preview shows. */
const daysAhead = 60;
const mostDays = 14;

/** What customers would read about an event of a draft. */
export type PreviewedEvent = ReturnType<typeof previewsOf>[number];

function pictureOf(
  { key, images: [picture] }: EventView,
  catalogId: string,
  text: (texts: Texts) => string,
): PictureView | null {
  if (picture === undefined) return null;
  const { width, height, focalPoint, alternative, credit } = picture;
  const src = `${paths.staffSetupFile(catalogId)}/picture?${new URLSearchParams({ key }).toString()}`;
  return { src, width, height, alternative: text(alternative), credit, focalPoint };
}

/** The events as the shop would show them in this language, with the sessions and prices of the next days that have some. */
export function previewsOf(draft: Draft, catalogId: string, language: Language) {
  const { language: own, timezone } = catalogOf(draft);
  const text = (texts: Texts) => localize(texts, language, own);
  const today = todayOf(draft);
  const products = productsOf(draft).map(({ key, ...product }) => ({
    ...product,
    key,
    periods: periodsOf(draft, key),
  }));
  return eventsOf(draft).map((event) => {
    const sessions = sessionsOf(draft, event.key).filter(({ day }) => day >= today);
    const days = [...new Set(sessions.map(({ day }) => day))].filter(
      (day) => day < addDays(today, daysAhead),
    );
    return {
      key: event.key,
      timezone,
      name: text(event.name),
      description: descriptionHtml(text(event.description)),
      place: event.place,
      picture: pictureOf(event, catalogId, text),
      facts: {
        isArrivalWindow: event.arrivalWindow,
        meetingPoint: text(event.meetingPoint),
        included: text(event.included),
        languages: [...event.languages],
        accessibility: accessibilityFeatures.filter((one) => event.accessibility.includes(one)),
        minimumAge: event.minimumAge,
      },
      sessions: sessions.map(({ occursAt, minutes }) => ({
        occursAt,
        duration: minutes === null ? null : `PT${minutes}M`,
      })),
      days: days.slice(0, mostDays).map((day) => ({
        day,
        times: sessions.filter((session) => session.day === day).map(({ time }) => time),
      })),
      tariffs: products
        .filter(({ events }) => events.some(({ key }) => key === event.key))
        .map(({ key, name, periods, minimumQuantity, maximumQuantity }) => ({
          key,
          name: text(name),
          price: (periods.find(({ until }) => until >= today) ?? periods.at(-1))?.price ?? null,
          minimumQuantity,
          maximumQuantity,
        })),
    };
  });
}
