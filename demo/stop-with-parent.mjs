/**
 * Calls `stop` when the process that started this one has ended: npm that is killed passes no signal on.
 * @param {() => void} stop
 */
export function stopWithParent(stop) {
  const parent = process.ppid;
  const look = () => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  };
  const timer = setInterval(look, 500);
  timer.unref();
}
