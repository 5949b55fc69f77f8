import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const minute = 60_000;

/** Names the files of tests that have run for five minutes, again each minute, so that a run that hangs says where. */
export default class LongFiles implements Reporter {
  /** The files that run now, and since when by performance.now(). */
  private readonly running = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.timer = setInterval(() => this.tell(), minute);
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.running.set(relative(process.cwd(), moduleId), performance.now());
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.running.delete(relative(process.cwd(), moduleId));
  }

  onTestRunEnd(): void {
    clearInterval(this.timer);
  }

  private tell(): void {
    for (const [file, since] of this.running) {
      const minutes = Math.floor((performance.now() - since) / minute);
      if (minutes >= 5) process.stderr.write(`${file} has run for ${minutes} minutes\n`);
    }
  }
}
