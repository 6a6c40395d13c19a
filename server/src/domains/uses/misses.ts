/** Counts searches without results without storing users (docs/behaviour/uses.md#searches-that-find-nothing). */
import { normalizeText } from '@fundus/contract/unicode';
import { today } from '@fundus/contract/days';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Ctx } from '../../http/context.ts';
import { addMiss, claimSearch, storeWords } from './miss-repository.ts';
import { hashUsage, lastDayOfMonth } from './service.ts';

/** Maximum length of counted searches. Longer searches are usually pasted texts, which never repeat. */
const MAX = 60;

/** Returns the words in lower case with normalized spaces, so that equal searches are counted together. */
export const foldWords = (words: string): string => normalizeText(words).toLowerCase().replace(/\s+/g, ' ').trim();

export const hashOfMiss = (secret: string, month: string, words: string): string => hashUsage(secret, 'search-miss', month, words);

/** Counts a search without results once per user and month. Its words are stored only after enough users of the district made the same search. */
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
    if (!(await claimSearch(trx, hashUsage(secret, 'search-miss', month, by.id, words), lastDayOfMonth(day)))) return;
    await addMiss(trx, miss);
    await storeWords(trx, miss, words, MIN_PEOPLE);
  });
}
