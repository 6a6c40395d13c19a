/** Whether external sources answer: asked once a week, once a day while they do not (docs/behaviour/external-sources.md#whether-they-answer). */
import type { SourceProblem } from '@fundus/contract/external-sources/external-sources';
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { RemoteError } from '../../remote/remote.ts';
import { listToCheck, saveCheck, type SourceRow } from './repository.ts';
import { askingOf } from './search.ts';
import { keyOf } from './service.ts';

/** Of the portal, and of nobody. */
const WORDS = 'Wasser';
/** That they were not asked, or are being read, says nothing of how they are. */
const NO_ANSWER: readonly SourceProblem[] = ['resting', 'collecting'];

/** Asks those whose time has come, one after the other. */
export async function checkSources(portal: Portal, { now }: { now: Date }): Promise<void> {
  if (!portal.config.ExternSearch) return;
  const since = (days: number): Date => new Date(now.getTime() - days * DAY);
  for (const row of await listToCheck(portal.db, { good: since(7), failing: since(1) })) {
    const outcome = await askOnce(portal, row);
    if (outcome) await saveCheck(portal.db, row, { ...outcome, now });
  }
}

/** Null where nothing is known after it. */
async function askOnce(portal: Portal, row: SourceRow): Promise<{ problem: SourceProblem | null; status: number | null } | null> {
  try {
    await askingOf(portal.remote)({ ...row, key: keyOf(portal, row) }, WORDS);
    return { problem: null, status: null };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return NO_ANSWER.includes(error.code) ? null : { problem: error.code, status: error.status ?? null };
  }
}
