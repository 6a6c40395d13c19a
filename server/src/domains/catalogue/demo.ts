/** The catalogue of the demo. */
import { today } from '@fundus/contract/days';
import type { DemoAt } from '../../domain.ts';
import { ingest } from './ingest.ts';

/** Throws where a record is refused. */
export async function makeDemo({ db, now, records }: DemoAt): Promise<void> {
  const { refusals } = await ingest(db, [...records], { today: today(now) });
  if (refusals.length) throw new Error(`demo catalogue: ${JSON.stringify(refusals.slice(0, 5))}`);
}
