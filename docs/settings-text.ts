import { z } from 'zod';

type Settings = Readonly<Record<string, z.ZodType>>;

/** A program with its settings, by subject; a program with one group of them has no name for it. */
export interface Program {
  title: string;
  about: string;
  groups: Readonly<Record<string, Settings>>;
}

const about = `# Settings

All settings are environment variables. An empty value counts as none, and space around a value is not part of it. The
default is in brackets; a setting without one is required or optional. A program that finds wrong values names all of them
at once and does not start; a name that is nearly that of a setting is logged. A value can also be in a file:
\`LINK_SECRET_FILE\` names the file of \`LINK_SECRET\`, and so on.

This page is made from the schemas that check the values: [\`service/env.ts\`](../service/env.ts) and
[\`lib/runtime/settings.ts\`](../lib/runtime/settings.ts). Change a description there, and run \`npm run settings\`.
[operation.md](operation.md) tells how to run them.`;

/** The text of docs/settings.md. Throws an error that names the settings without a description. */
export function describeSettings(programs: readonly Program[]): string {
  const undescribed = programs.flatMap(({ groups }) =>
    Object.values(groups).flatMap((settings) =>
      Object.keys(settings).filter((name) => (settings[name]?.description ?? '') === ''),
    ),
  );
  if (undescribed.length > 0)
    throw new Error(`These settings have no description: ${undescribed.join(', ')}`);
  const before = new Set<string>();
  return [about, ...programs.map((program) => describeProgram(program, before))].join('\n\n') + '\n';
}

/** `before`: the settings of the programs above; one that is the same is only named. */
function describeProgram({ title, about, groups }: Program, before: Set<string>): string {
  const names = Object.keys(groups);
  const same: string[] = [];
  const parts = names.flatMap((name) => {
    const lines = Object.entries(groups[name] ?? {}).flatMap(([setting, schema]) => {
      const line = `- **\`${setting}\`** (${defaultOf(schema)}): ${schema.description ?? ''}.`;
      if (before.has(line)) {
        same.push(`\`${setting}\``);
        return [];
      }
      before.add(line);
      return [line];
    });
    return [...(names.length > 1 ? [`### ${name}`] : []), lines.join('\n')];
  });
  const shared = same.length === 0 ? [] : [`As above: ${same.join(', ')}.`];
  return [`## ${title}`, about, ...shared, ...parts].join('\n\n');
}

/** The value that a setting has when it is left out, or whether it may be. */
function defaultOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault) return `\`${[schema.def.defaultValue].flat().join(',')}\``;
  return schema.safeParse(undefined).success ? 'optional' : 'required';
}
