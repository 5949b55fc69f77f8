// Imported into each program that the demonstration starts. The programs are in separate process groups, so a
// terminal's Ctrl-C reaches only the starting program, which stops them in order. If the starting program is
// killed, they end themselves.
import { isMainThread } from 'node:worker_threads';

const end = () => process.kill(process.pid, 'SIGTERM');
// The threads of a program import this, too, and have no channel.
if (isMainThread) {
  process.on('disconnect', end);
  // The starting program may have ended before this listened.
  if (!process.connected) end();
  // This listener alone must not keep a program running that has otherwise ended.
  process.channel?.unref();
}
