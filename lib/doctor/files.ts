import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../database/database';
import { type Finding, ok, warning, wrong } from './check';

const megabyte = 1024 ** 2;
/** Below the first number the disk is as good as full; below the second it soon is. */
const room = { least: 16 * megabyte, little: 1024 * megabyte };

const ofOthers = 0o077;

/** The folder of DATA_DIR: who may use it, and how much room is left. */
export function lookAtDataFolder(path: string): Finding[] {
  const folder = resolve(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined)
    return [warning(`DATA_DIR (${folder}) does not exist yet: the program makes it when it starts.`)];
  if (!found.isDirectory()) return [wrong(`DATA_DIR (${folder}) is no folder: name another path.`)];
  return [
    (found.mode & ofOthers) === 0 || process.platform === 'win32'
      ? ok(`Only its owner can use DATA_DIR (${folder}).`)
      : wrong(`Other users of this machine can use DATA_DIR (${folder}): close it with chmod 700 ${folder}`),
    ...unwritable('DATA_DIR', folder),
    judgeRoom(folder),
  ];
}

function judgeRoom(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const how = `The disk of DATA_DIR has ${Math.floor(free / megabyte).toLocaleString('en')} MB left.`;
  if (free < room.least) return wrong(`${how} Make room.`);
  return free < room.little ? warning(`${how} Make room before it is full.`) : ok(how);
}

/** The file of SECURITY_LOG, which the program makes if it is missing; undefined: standard output. */
export function lookAtSecurityLog(path: string | undefined): Finding[] {
  if (path === undefined) return [ok('The security log goes to standard output.')];
  const file = resolve(path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return [wrong(`SECURITY_LOG (${file}) is a folder: name a file.`)];
  const mistakes = unwritable('SECURITY_LOG', found === undefined ? dirname(file) : file);
  return mistakes.length > 0 ? mistakes : [ok(`The security log can be written (${file}).`)];
}

function unwritable(name: string, path: string): Finding[] {
  try {
    accessSync(path, constants.W_OK);
    return [];
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    return [
      wrong(`${path} (${name}) can’t be written by this user (${reason}): correct its owner or its rights.`),
    ];
  }
}
