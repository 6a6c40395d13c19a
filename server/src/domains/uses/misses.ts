/** Counting what people search and do not find, without keeping who they are (docs/behaviour/uses.md#searches-that-find-nothing). */
import { normalizeText } from '@fundus/contract/unicode';
import { today } from '@fundus/contract/days';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Ctx } from '../../http/context.ts';
import { addMiss, claimSearch, storeWords } from './miss-repository.ts';
import { hashOf, lastOfMonth } from './service.ts';

/** Longer ones are pasted, and nobody else writes the same. */
const MAX = 60;

/** What two people wrote is the same, whatever its case. */
export const foldWords = (words: string): string => normalizeText(words).toLowerCase().replace(/\s+/g, ' ').trim();

export const hashOfMiss = (secret: string, month: string, words: string): string => hashOf(secret, 'search-miss', month, words);

/** Somebody of a school found nothing: each counts once in a month. What they wrote is stored by the one who makes them five in the district. */
export async function countMiss(
  { db, secret, now }: Pick<Ctx, 'db' | 'secret' | 'now'>,
  by: { id: string; school_id: string | null },
  written: string,
) {
  const words = foldWords(written);
  if (by.school_id === null || words.length < 2 || words.length > MAX) return;
  const { school_id } = by;
  const day = today(now);
  const month = day.slice(0, 7);
  const miss = { school_id, month, hash: hashOfMiss(secret, month, words) };
  await db.transaction().execute(async (trx) => {
    if (!(await claimSearch(trx, hashOf(secret, 'search-miss', month, by.id, words), lastOfMonth(day)))) return;
    await addMiss(trx, miss);
    await storeWords(trx, miss, words, MIN_PEOPLE);
  });
}
