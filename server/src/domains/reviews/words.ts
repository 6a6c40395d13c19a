/** Words that cause a review to be held: the built-in list, changed by each district (docs/behaviour/reviews.md#word-list). */
import { AppError } from '@fundus/contract/errors';
import { DEFAULT_WORDS } from '@fundus/contract/reviews/default-words';
import type { ReviewWords } from '@fundus/contract/reviews/reviews';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { requireEditorDistrict } from './policy.ts';
import { findWords, lockWords, saveWords } from './words-repository.ts';

type Changes = Awaited<ReturnType<typeof findWords>>;

const applyChanges = (changes: Changes): string[] =>
  changes ? [...DEFAULT_WORDS.filter((word) => !changes.removed.includes(word)), ...changes.added] : [...DEFAULT_WORDS];

const present = (changes: Changes): ReviewWords => ({
  words: applyChanges(changes).sort((a, b) => a.localeCompare(b, 'de')),
  defaults: [...DEFAULT_WORDS],
  version: changes?.version ?? 0,
  changed_at: changes?.changed_at.toISOString() ?? null,
});

/** Returns the word list of the user's district, or the built-in list if the user has no district. */
export const listWordsFor = async ({ db, user }: UserCtx): Promise<readonly string[]> =>
  user.district_id === null ? DEFAULT_WORDS : applyChanges(await findWords(db, user.district_id));

export const readWords = async (ctx: UserCtx): Promise<ReviewWords> => present(await findWords(ctx.db, requireEditorDistrict(ctx.user)));

/** Saves a word list as differences from the built-in list, so that later additions apply to the district. */
export async function setWords(ctx: UserCtx, { words, version }: { words: string[]; version: number }): Promise<ReviewWords> {
  const district_id = requireEditorDistrict(ctx.user);
  await lockWords(ctx.db, district_id);
  const before = await findWords(ctx.db, district_id);
  if (version !== (before?.version ?? 0)) throw new AppError('version_conflict', { details: { current: present(before) } });
  const wanted = [...new Set(words)];
  const added = wanted.filter((word) => !DEFAULT_WORDS.includes(word));
  const removed = DEFAULT_WORDS.filter((word) => !wanted.includes(word));
  await saveWords(ctx.db, { district_id, added, removed, version: version + 1, changed_at: ctx.now, changed_by: ctx.user.id });
  const was = before && { added: before.added, removed: before.removed };
  await recordAudit(ctx, 'review.words', was ?? null, { added, removed });
  return present(await findWords(ctx.db, district_id));
}
