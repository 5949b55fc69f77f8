import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrCreate } from '../common/files';

const personSchema = z.strictObject({
  id: z.string().min(1),
  email: z.email(),
  password: z.string().min(1),
  name: z.string().min(1),
  roles: z.array(z.string()),
});

export type Person = z.infer<typeof personSchema>;

/** The users, unless people.json in the data folder has others. */
export const demoPeople: readonly Person[] = [
  {
    id: 'person-staff',
    email: 'staff@demo.test',
    password: 'demo-staff',
    name: 'Alix Staff',
    roles: ['agent'],
  },
  {
    id: 'person-admin',
    email: 'admin@demo.test',
    password: 'demo-admin',
    name: 'Ada Admin',
    roles: ['admin'],
  },
  {
    id: 'person-reader',
    email: 'reader@demo.test',
    password: 'demo-reader',
    name: 'Remy Reader',
    roles: ['reader'],
  },
  {
    id: 'person-door',
    email: 'door@demo.test',
    password: 'demo-door',
    name: 'Dana Door',
    roles: ['door'],
  },
  {
    id: 'person-visitor',
    email: 'visitor@demo.test',
    password: 'demo-visitor',
    name: 'Vic Visitor',
    roles: [],
  },
];

export interface People {
  /** All users who can sign in now. */
  list(): Promise<Person[]>;
  /** The person with this id, or undefined. */
  find(id: string): Promise<Person | undefined>;
  /** The person with this e-mail address and password, or undefined. */
  authenticate(email: string, password: string): Promise<Person | undefined>;
}

/**
 * The people of DATA_DIR/demo/people.json. The file is read each time, so that a role that is removed there is
 * missing in the next ID token and the next userinfo answer, also for a user who is signed in.
 */
export function peopleOf(dataDir: string): People {
  const path = join(dataDir, 'demo', 'people.json');
  const read = async (): Promise<Person[]> => {
    const text = await readOrCreate(path, () => JSON.stringify(demoPeople, null, 2));
    return z.array(personSchema).parse(JSON.parse(text));
  };
  return {
    list: read,
    find: async (id) => (await read()).find((person) => person.id === id),
    authenticate: async (email, password) => {
      const person = (await read()).find((one) => one.email === email.trim().toLowerCase());
      return person !== undefined && samePassword(person.password, password) ? person : undefined;
    },
  };
}

function samePassword(expected: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}
