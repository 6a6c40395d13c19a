/** Returns the milliseconds that this thread computed while `work` ran. Unlike elapsed time they do not depend on the load of the machine. */
export async function measureProcessorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
