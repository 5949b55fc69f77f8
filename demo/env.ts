import { resolve } from 'node:path';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The addresses of the three programs, and the folder of their data. */
export interface DemoConfig {
  readonly demoPort: number;
  readonly storefrontPort: number;
  readonly servicePort: number;
  readonly smtpPort: number;
  /** Absolute path of the data folder that all three programs share. */
  readonly dataDir: string;
  /** Addresses without a slash at the end. */
  readonly storefrontUrl: string;
  readonly serviceUrl: string;
  readonly demoUrl: string;
  readonly shopName: string;
}

export type ParsedDemoConfig =
  { readonly ok: true; readonly config: DemoConfig } | { readonly ok: false; readonly problems: string[] };

const PORT_RULE = 'a port number from 1 to 65535';

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, PORT_RULE)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65_535, PORT_RULE)
    .default(fallback);

const address = z
  .url({ protocol: /^https?$/, error: 'a web address such as http://localhost:3000' })
  .refine((value) => new URL(value).pathname === '/', 'a web address without a path')
  .transform((value) => value.replace(/\/$/, ''));

/** What the demonstration reads from its environment, as docs/settings.md lists it with these descriptions. */
export const settings = {
  PORT: port(3000).describe('the port of the shop'),
  SERVICE_PORT: port(4000).describe('the port of the service'),
  DEMO_PORT: port(4100).describe(
    'the port of the identity provider, the payment provider, the mailbox and the price source',
  ),
  SMTP_PORT: port(0).describe('the port of the mail server; 0: that of the demo and 25 more'),
  DATA_DIR: z.string().default('.data').describe('the folder of the data of all programs'),
  STOREFRONT_URL: address
    .optional()
    .describe('the address of the shop, if it is not `localhost` with its port'),
  SERVICE_URL: address.optional().describe('the same of the service'),
  DEMO_URL: address.optional().describe('the same of the demo'),
  SHOP_NAME: z.string().trim().default('Programme').describe('the name of the shop'),
};

const schema = z.object(settings);

/**
 * Reads the demonstration's settings; an empty value counts as missing. Every invalid value is reported in its own
 * sentence.
 */
export function parseDemoConfig(env: Environment): ParsedDemoConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} is "${given[name] ?? ''}" but has to be ${issue.message}.`;
    });
    return { ok: false, problems };
  }
  const values = parsed.data;
  const config: DemoConfig = {
    demoPort: values.DEMO_PORT,
    storefrontPort: values.PORT,
    servicePort: values.SERVICE_PORT,
    smtpPort: values.SMTP_PORT === 0 ? values.DEMO_PORT + 25 : values.SMTP_PORT,
    dataDir: resolve(values.DATA_DIR),
    storefrontUrl: values.STOREFRONT_URL ?? `http://localhost:${values.PORT}`,
    serviceUrl: values.SERVICE_URL ?? `https://localhost:${values.SERVICE_PORT}`,
    shopName: values.SHOP_NAME,
    demoUrl: values.DEMO_URL ?? `http://localhost:${values.DEMO_PORT}`,
  };
  const problems = portProblems(config);
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

/** The variable of each port, for messages that say what to change. */
export const portVariables = {
  storefrontPort: 'PORT',
  servicePort: 'SERVICE_PORT',
  demoPort: 'DEMO_PORT',
  smtpPort: 'SMTP_PORT',
} as const satisfies Partial<Record<keyof DemoConfig, string>>;

export type PortName = keyof typeof portVariables;

function portProblems(config: DemoConfig): string[] {
  const names = Object.keys(portVariables) as PortName[];
  const problems: string[] = [];
  for (const [index, name] of names.entries()) {
    const twin = names.slice(0, index).find((earlier) => config[earlier] === config[name]);
    if (twin === undefined) continue;
    problems.push(`${portVariables[twin]} and ${portVariables[name]} are both ${config[name]}; change one.`);
  }
  if (config.smtpPort > 65_535) {
    problems.push(`SMTP_PORT would be ${config.smtpPort} (DEMO_PORT + 25) but has to be ${PORT_RULE}.`);
  }
  return problems;
}

/** The settings of this process; invalid ones are printed to standard error with exit code 1. */
export function demoConfigOrExit(): DemoConfig {
  const parsed = parseDemoConfig(process.env);
  if (parsed.ok) return parsed.config;
  process.stderr.write(`${parsed.problems.join('\n')}\n`);
  process.exit(1);
}

/** This process's environment, for child programs that inherit it. */
export function inheritedEnvironment(): Environment {
  return { ...process.env };
}
