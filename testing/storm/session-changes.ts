import { setTimeout as pause } from 'node:timers/promises';
import { sessionPath } from '@/lib/contract/iri';
import { why } from '@/testing/ticketing-service/administration';
import { issuer, type OfferOnSale } from './catalogue';
import { stormFeed } from './feed';
import { ask, type Storm } from './storm-context';

/** Of the session that is cancelled, or from which everybody is moved. */
const days = { changed: '2027-06-02', target: '2027-06-03' };

/** The organiser cancels a session: its tickets are refunded. */
export async function cancelSession(storm: Storm): Promise<void> {
  const { changed } = boats(storm);
  await change(storm, { session: changed?.sessions[0] ?? '', action: 'refund' });
  storm.count('session cancelled');
}

/** The organiser moves everybody from a session to another one. */
export async function rebookSession(storm: Storm): Promise<void> {
  const { changed, target } = boats(storm);
  await change(storm, {
    session: changed?.sessions.at(-1) ?? '',
    action: 'rebook',
    target: target?.sessions[0] ?? '',
  });
  storm.count('session rebooked');
}

function boats({ world }: Storm): { changed: OfferOnSale | undefined; target: OfferOnSale | undefined } {
  const at = (day: string) => world.catalogue.offers.find(({ key, date }) => key === 'odd' && date === day);
  return { changed: at(days.changed), target: at(days.target) };
}

interface Change {
  session: string;
  action: 'refund' | 'rebook';
  /** The session for which the tickets are exchanged. */
  target?: string;
}

const mostTries = 20;

async function change(storm: Storm, { session, action, target }: Change): Promise<void> {
  await stopSale(storm, session);
  const at = (day: string) => new Date(`${day}T08:00:00Z`);
  const started = await ask(storm, 'startEventChange', {
    ...idsOf(session),
    eventName: 'Boat',
    timezone: stormFeed.catalog.timezone,
    occursAt: at(days.changed),
    action,
    message: 'A storm is coming.',
    staff: 'agent',
    ...(target === undefined ? {} : { target: { id: idsOf(target).sessionId, occursAt: at(days.target) } }),
  });
  storm.count(`change of a session: ${started === null ? 'not started' : 'started'}`);
}

function idsOf(path: string) {
  const ids = sessionPath(path);
  if (ids === null) throw new Error(`not the path of a session: ${path}`);
  return ids;
}

/** Nothing more of the session is sold. */
async function stopSale({ world, offers }: Storm, session: string): Promise<void> {
  for (const offer of offers) offer.sessions = offer.sessions.filter((one) => one !== session);
  const body = { ...why, kind: 'sales_stop', subject: session };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await world.service
      .call('POST', `${world.catalogue.path}/overrides`, { organization: issuer, body })
      .catch(() => null);
    if (answer?.status === 201) return;
    await pause(500);
  }
  throw new Error('the sale of a session could not be stopped');
}
