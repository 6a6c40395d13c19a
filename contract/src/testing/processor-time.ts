/** Returns the CPU time of this thread in milliseconds while `work` ran. Unlike elapsed time, it does not depend on the load of the machine. */
export async function measureCpuTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
