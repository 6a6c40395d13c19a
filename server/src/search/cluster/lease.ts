/** Who may write to the index of the cluster: one portal process at a time, by a document that is changed only where it is as it was read. */
import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';

/** A document as the cluster gives it; the numbers say which state of it was read. */
export type Kept<T> = { found: boolean; _source: T; _seq_no: number; _primary_term: number };

type Lease = { holder: string; until: number };

/** In milliseconds: whoever holds it longer takes it again in time. */
export const LEASE = 30_000;

/** The lease in an index of state, for this process. */
export function makeLease(client: Client, index: string) {
  const self = randomUUID();
  const read = () => client.ask<Partial<Kept<Lease>>>('GET', `/${index}/_doc/lease`, undefined, { also: [404] });
  const asRead = ({ _seq_no, _primary_term }: Partial<Kept<Lease>>): string => `if_seq_no=${_seq_no}&if_primary_term=${_primary_term}`;
  return {
    /** Whether this process may write now. Of two that ask at once the cluster lets one through. */
    async take(): Promise<boolean> {
      const lease = await read();
      if (lease.found === true && lease._source!.holder !== self && lease._source!.until > Date.now()) return false;
      const condition = lease.found === true ? asRead(lease) : 'op_type=create';
      const { result } = await client.ask<{ result?: string }>(
        'PUT',
        `/${index}/_doc/lease?${condition}`,
        { holder: self, until: Date.now() + LEASE },
        { also: [409] },
      );
      return result !== undefined;
    },
    async give(): Promise<void> {
      const lease = await read();
      if (lease.found === true && lease._source!.holder === self)
        await client.ask('DELETE', `/${index}/_doc/lease?${asRead(lease)}`, undefined, { also: [404, 409] });
    },
  };
}
