/** Commands `arix add`, `arix list` and `arix remove` for consumers that may distribute media through ARIX (docs/operate/exchange.md#arix). */
import { z } from 'zod';
import { addConsumer, describeConsumers, deleteConsumer } from '../domains/exchange/index.ts';
import type { CommandIo } from './claim.ts';
import type { Running } from './running.ts';

export const RemoveArixArgs = z.object({ name: z.string().min(1).max(40) });
export const AddArixArgs = RemoveArixArgs.extend({ district: z.string().min(1), school: z.string().min(1).optional() });

const PROBLEMS = {
  name: 'name: small letters, digits and hyphens, at most 40',
  district: 'district: there is none with this id',
  school: 'school: the district has none with this id or number',
  taken: 'name: there is one of this name',
} as const;

/** Adds a consumer and prints its secret, which is not stored in plain text. */
export async function addArixConsumer({ portal }: Running, args: z.output<typeof AddArixArgs>, io: CommandIo): Promise<number> {
  const added = await addConsumer(portal, args);
  io.line('secret' in added ? `secret: ${added.secret}` : PROBLEMS[added.problem]);
  return 'secret' in added ? 0 : 1;
}

export async function listArixConsumers({ portal }: Running, io: CommandIo): Promise<number> {
  for (const line of await describeConsumers(portal)) io.line(line);
  return 0;
}

export async function removeArixConsumer({ portal }: Running, { name }: z.output<typeof RemoveArixArgs>, io: CommandIo): Promise<number> {
  const removed = await deleteConsumer(portal, name);
  io.line(removed ? 'removed' : `name: no program is called ${name}`);
  return removed ? 0 : 1;
}
