/** Checks whether external sources respond, weekly and, while they fail, daily (docs/behaviour/external-sources.md#whether-they-answer). */
import type { SourceProblem } from '@fundus/contract/external-sources/external-sources';
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { RemoteError } from '../../remote/remote.ts';
import { listToCheck, saveCheck, type SourceRow } from './repository.ts';
import { searchCacheOf } from './search.ts';
import { decryptSourceKey } from './service.ts';

/** Search word of a check. It is constant, so that no words of users are sent. */
const WORDS = 'Wasser';
/** Problems that say nothing about the availability of a source. */
const NO_ANSWER: readonly SourceProblem[] = ['resting', 'collecting'];

/** Checks the due sources one after the other. If a check throws an internal error, the other checks continue and the error is thrown at the end. */
export async function checkSources(portal: Portal<'remote'>, { now }: { now: Date }): Promise<void> {
  if (!portal.config.ExternSearch) return;
  const since = (days: number): Date => new Date(now.getTime() - days * DAY);
  const faults: unknown[] = [];
  for (const row of await listToCheck(portal.db, { good: since(7), failing: since(1) }))
    try {
      const outcome = await checkSource(portal, row);
      if (outcome) await saveCheck(portal.db, row, { ...outcome, now });
    } catch (error) {
      faults.push(error);
    }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} external sources did not respond`);
}

/** Returns the result of a check, or `null` if it is inconclusive. */
async function checkSource(
  portal: Portal<'remote'>,
  row: SourceRow,
): Promise<{ problem: SourceProblem | null; status: number | null } | null> {
  try {
    await searchCacheOf(portal.remote)({ ...row, key: decryptSourceKey(portal, row) }, WORDS);
    return { problem: null, status: null };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return NO_ANSWER.includes(error.code) ? null : { problem: error.code, status: error.status ?? null };
  }
}
