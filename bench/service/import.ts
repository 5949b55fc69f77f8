import { readFile } from 'node:fs/promises';
import { Agent, fetch } from 'undici';
import { addresses } from '@/lib/contract/iri';
import type { Result } from '../tools/report';
import type { Service, BenchEnvironment } from '../tools/environment';

const events = 300;
const sessionsEach = 100;
const goalCpuSeconds = 10;
const goalMilliseconds = 100;
const healthEveryMilliseconds = 50;

/**
 * P15: 30,000 sessions of 300 events with two prices each, imported from schema.org, while another client requests
 * `/healthz`.
 */
export async function importBench(bench: BenchEnvironment): Promise<Result> {
  const service = await bench.startService(await bench.newDatabase());
  await bench.call(service, 'GET', '/healthz');
  const body = JSON.stringify(feed());
  const first = await importOnce(bench, service, body);
  const second = await importOnce(bench, service, body);
  return {
    lines: [
      ...[
        { which: 'first', ...first },
        { which: 'second', ...second },
      ].flatMap(({ which, cpuSeconds, slowest }) => [
        {
          goal: 'P15',
          what: `CPU of the service, ${which} import of 30,000 sessions`,
          measured: cpuSeconds,
          unit: 's',
          wanted: { is: '≤' as const, value: goalCpuSeconds },
        },
        {
          goal: 'P15',
          what: `slowest /healthz meanwhile, ${which} import`,
          measured: slowest,
          unit: 'ms',
          wanted: { is: '≤' as const, value: goalMilliseconds },
        },
      ]),
    ],
    notes: [
      `P15: a feed of ${Math.round(body.length / 1024 ** 2)} MiB. The CPU is that of the whole process.`,
    ],
  };
}

async function importOnce(
  bench: BenchEnvironment,
  service: Service,
  body: string,
): Promise<{ cpuSeconds: number; slowest: number }> {
  let isGoing = true;
  // One connection, because a handshake each time would be part of the measured time.
  const dispatcher = new Agent({ connect: { ca: await readFile(service.caFile, 'utf8') } });
  const asking = (async () => {
    let slowest = 0;
    while (isGoing) {
      const began = performance.now();
      const response = await fetch(`${service.url}/healthz`, { dispatcher });
      await response.text();
      if (!response.ok) throw new Error(`/healthz: ${response.status}`);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((later) => setTimeout(later, healthEveryMilliseconds));
    }
    return slowest;
  })();
  const importing = (async () => {
    const before = await service.cpuSeconds();
    await bench.call(service, 'POST', addresses.feeds(), body);
    return (await service.cpuSeconds()) - before;
  })().finally(() => (isGoing = false));
  try {
    const [cpuSeconds, slowest] = await Promise.all([importing, asking]);
    return { cpuSeconds, slowest };
  } finally {
    await dispatcher.destroy();
  }
}

function feed(): object {
  return {
    catalog: {
      key: 'long',
      name: { en: 'Long' },
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'Long' },
    },
    schemaOrg: {
      '@context': 'https://schema.org',
      '@graph': Array.from({ length: events }, (_, index) => eventOf(index)),
    },
  };
}

function eventOf(index: number): object {
  return {
    '@type': 'TheaterEvent',
    '@id': `https://example.org/event/${index}`,
    name: `Play ${index}`,
    description: 'A play. '.repeat(30),
    location: { '@type': 'Place', name: `House ${index % 20}`, address: '1 quay, Lyon' },
    offers: [offerOf('Adult', 20), offerOf('Child', 8)],
    subEvent: Array.from({ length: sessionsEach }, (_, session) => sessionOf(session)),
  };
}

function offerOf(name: string, price: number): object {
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
    validFrom: '2027-01-01T00:00:00Z',
  };
}

/** Two a day; every seventh is sold out. */
function sessionOf(index: number): object {
  const start = new Date(Date.UTC(2027, 2, 1 + Math.floor(index / 2), 10 + (index % 2) * 5));
  return {
    '@type': 'TheaterEvent',
    name: 'Performance',
    startDate: start.toISOString(),
    duration: 'PT90M',
    maximumAttendeeCapacity: 200,
    remainingAttendeeCapacity: index % 7 === 0 ? 0 : 120,
  };
}
