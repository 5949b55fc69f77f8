// Imported into each program that the demonstration starts. The programs are in process groups of their own, so a
// terminal's Ctrl-C reaches only the one that stops them in order; when that one is killed, they end themselves.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening alone must not keep a program alive that has otherwise ended.
process.channel?.unref();
