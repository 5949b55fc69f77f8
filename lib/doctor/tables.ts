import type { Client } from 'pg';
import { z } from 'zod';
import { DatabaseUnavailable } from '../database/database';
import { readTablesState, type TablesState } from '../database/migrate';
import { programTables } from '../database/program-tables';
import { type Finding, ok, warning, wrong } from './check';

export type ProgramName = keyof typeof programTables;

/** The schema of the tables of a program. */
const schemas: Readonly<Record<ProgramName, string>> = { service: 'ticketing', storefront: 'storefront' };
const others: Readonly<Record<ProgramName, ProgramName>> = { service: 'storefront', storefront: 'service' };

const rightsSchema = z.object({
  name: z.string(),
  owns: z.boolean(),
  /** The rights that the role does not have. */
  missing: z.array(z.string()),
});

/** Whether the tables are those of this version, and what the role may do with them. */
export async function lookAtTables(client: Client, program: ProgramName): Promise<Finding[]> {
  const role = await readRole(client, program);
  const rights = await readRights(client, program);
  const neighbours = role.hasOthers
    ? [
        warning(
          `The tables of the ${others[program]} are in the same database. That works, but both then have one backup and one load: better give each program a database.`,
        ),
      ]
    : [];
  const missing = rights.filter((one) => one.missing.length > 0);
  const mayChange = role.mayCreate || rights.some(({ owns }) => owns);
  if (missing.length > 0) return [lacking(role.name, missing), ...neighbours];
  return [await judgeState(client, program, role.mayCreate), judgeRole(role.name, mayChange), ...neighbours];
}

const roleSchema = z.object({
  name: z.string(),
  /** Whether it may make the schemas, or new tables in them. */
  mayCreate: z.boolean(),
  hasOthers: z.boolean(),
});

async function readRole(client: Client, program: ProgramName): Promise<z.infer<typeof roleSchema>> {
  const { rows } = await client.query(
    `select current_user as name,
       case when to_regnamespace($1) is null then has_database_privilege(current_database(), 'create')
         else has_schema_privilege($1, 'create') end as "mayCreate",
       to_regnamespace($2) is not null as "hasOthers"`,
    [schemas[program], schemas[others[program]]],
  );
  return roleSchema.parse(rows[0]);
}

async function readRights(client: Client, program: ProgramName): Promise<z.infer<typeof rightsSchema>[]> {
  const { rows } = await client.query(
    `select format('%I.%I', nspname, relname) as name, pg_has_role(relowner, 'usage') as owns,
       array_remove(array[
         case when not has_schema_privilege(pg_namespace.oid, 'usage') then 'usage of the schema' end,
         case when relkind <> 'S' and not has_table_privilege(pg_class.oid, 'select') then 'select' end,
         case when relkind <> 'S' and nspname = $1 and not has_table_privilege(pg_class.oid, 'insert') then 'insert' end,
         case when relkind <> 'S' and nspname = $1 and not has_table_privilege(pg_class.oid, 'update') then 'update' end,
         case when relkind <> 'S' and nspname = $1 and not has_table_privilege(pg_class.oid, 'delete') then 'delete' end,
         case when relkind = 'S' and nspname = $1 and not has_sequence_privilege(pg_class.oid, 'usage') then 'usage' end
       ], null) as missing
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ($1, $2) and relkind in ('r', 'p', 'S')
     order by nspname, relname`,
    [schemas[program], programTables[program].schema],
  );
  return z.array(rightsSchema).parse(rows);
}

function lacking(role: string, missing: readonly z.infer<typeof rightsSchema>[]): Finding {
  const [first] = missing;
  const example = first === undefined ? '' : `${first.name} (${first.missing.join(', ')})`;
  const more = missing.length > 1 ? ` and for ${missing.length - 1} more` : '';
  return wrong(
    `The role ${role} lacks rights for ${example}${more}: let the owner of the tables run the grants of docs/installation.md.`,
  );
}

async function judgeState(client: Client, program: ProgramName, mayCreate: boolean): Promise<Finding> {
  let state: TablesState;
  try {
    state = await readTablesState({ query: (statement) => client.query(statement) }, programTables[program]);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return wrong(`${error.message}.`);
  }
  switch (state) {
    case 'current':
      return ok('Its tables are those of this version.');
    case 'later':
      return warning(
        'Its tables are those of a later release, beside which this one still works: finish the update.',
      );
    case 'pending':
    case 'missing': {
      const what = state === 'missing' ? 'has no tables yet' : 'has the tables of an earlier version';
      return mayCreate
        ? warning(
            `It ${what}: the program changes that when it starts, or bin/ticketing migrate ${program} does.`,
          )
        : wrong(
            `It ${what}, and this role may not change them: run bin/ticketing migrate ${program} with the role that owns them.`,
          );
    }
  }
}

function judgeRole(role: string, mayChange: boolean): Finding {
  return mayChange
    ? warning(
        `The role ${role} may change and drop tables, which a program that serves does not need: docs/installation.md shows a role without that right.`,
      )
    : ok(`The role ${role} has the rights that it needs, and no others.`);
}
