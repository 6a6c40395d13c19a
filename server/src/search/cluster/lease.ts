/** Lease that ensures that only one portal process at a time writes to the index. */
import { randomUUID } from 'node:crypto';
import { SLOW, type Cluster } from './client.ts';

type LeaseRow = { holder: string; until: number };
type Stored = { found: boolean; _source: LeaseRow; _seq_no: number; _primary_term: number };

/** Time in milliseconds after which another process may take over the lease. */
export const LEASE = 30_000;
/** Interval in milliseconds between attempts to acquire the lease. */
export const POLL = 200;

export type Lease = ReturnType<typeof makeLease>;

export const pause = (ms: number): Promise<void> => new Promise((passed) => setTimeout(passed, ms));
export const ignoreErrors = async (work: Promise<unknown>): Promise<void> => void (await work.catch(() => undefined));

/** Creates a lease that is stored in a document. The document is replaced only if it has not changed since it was read. */
export function makeLease(cluster: Cluster, index: string) {
  const self = randomUUID();
  const read = async (): Promise<Stored | null> => {
    const found = await cluster.send<Partial<Stored>>((to) => to.get({ index, id: 'lease' }, { ignore: [404], requestTimeout: SLOW }));
    return found.found === true ? (found as Stored) : null;
  };
  const asRead = ({ _seq_no, _primary_term }: Stored) => ({ if_seq_no: _seq_no, if_primary_term: _primary_term });
  /** Tries to acquire the lease. Returns whether this process has it. */
  const take = async (): Promise<boolean> => {
    const lease = await read();
    if (lease !== null && lease._source.holder !== self && lease._source.until > Date.now()) return false;
    const condition = lease === null ? { op_type: 'create' as const } : asRead(lease);
    const body = { holder: self, until: Date.now() + LEASE };
    const options = { ignore: [409], requestTimeout: SLOW };
    const { result } = await cluster.send<{ result?: string }>((to) => to.index({ index, id: 'lease', body, ...condition }, options));
    return result !== undefined;
  };
  const release = async (): Promise<void> => {
    const lease = await read();
    if (lease?._source.holder === self)
      await cluster.send((to) => to.delete({ index, id: 'lease', ...asRead(lease) }, { ignore: [404, 409], requestTimeout: SLOW }));
  };
  return {
    take,
    release,
    /** Runs `work` while holding the lease, and then releases the lease. Returns false without running `work` if another process holds it. */
    async hold(work: () => Promise<void>): Promise<boolean> {
      if (!(await take())) return false;
      try {
        await work();
      } finally {
        await ignoreErrors(release());
      }
      return true;
    },
  };
}
