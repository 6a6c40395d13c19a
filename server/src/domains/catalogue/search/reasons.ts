/**
 * Reason for a hit, shown on its card: a passage of the captions with its time, a part, a passage of the description, or a keyword
 * (docs/behaviour/search.md#reasons).
 */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Hit } from '@fundus/search/api';
import { text as readAll } from 'node:stream/consumers';
import type { Ctx, Services } from '../../../http/context.ts';
import { cuesIn } from '../indexing/index-records.ts';
import { findCaptions } from '../indexing/index-repository.ts';
import { findPartTimes } from '../page-repository.ts';

/** Index fields that give a reason, most important first. */
export const REASON_FIELDS = ['captions', 'fn_text', 'fn_schlag'] as const;

type Reason = NonNullable<MediaItem['reason']>;
type Found = NonNullable<Hit['reason']>;

/** Returns the reasons of hits, by identifier. Times are read from the current caption files. A passage that is not found there has no time. */
export async function findReasons(ctx: Pick<Ctx<'storage'>, 'db' | 'storage'>, hits: readonly Hit[]): Promise<Map<string, Reason>> {
  const timed = hits.filter(({ reason }) => reason?.field === 'captions').map(({ id }) => id);
  const [parts, files] = timed.length > 0 ? await Promise.all([findPartTimes(ctx.db, timed), findCaptions(ctx.db, timed)]) : [[], []];
  const reasons = await Promise.all(
    hits.map(async ({ id, reason }): Promise<[string, Reason][]> => {
      if (!reason) return [];
      const text = reason.pieces.map((piece) => ({ ...piece }));
      if (reason.field === 'fn_schlag') return [[id, { where: 'keyword', text, at: null }]];
      if (reason.field !== 'captions') return [[id, { where: 'text', text, at: null }]];
      const found = wordsOf(reason);
      const part = parts.find(({ identifier, title }) => identifier === id && title.includes(found));
      if (part) return [[id, { where: 'part', text, at: Math.floor(part.start_s) }]];
      return [
        [
          id,
          {
            where: 'captions',
            text,
            at: await timeOf(
              ctx,
              found,
              reason,
              files.flatMap((file) => (file.identifier === id ? file.path : [])),
            ),
          },
        ],
      ];
    }),
  );
  return new Map(reasons.flat());
}

const wordsOf = ({ pieces }: Found): string => pieces.map(({ text }) => text).join('');

/** Returns the second at which the first highlighted word of a passage is spoken, or `null` if it is not found. */
async function timeOf(
  { storage }: Pick<Services, 'storage'>,
  passage: string,
  { pieces }: Found,
  paths: readonly string[],
): Promise<number | null> {
  const first = pieces.findIndex(({ mark }) => mark);
  const before = pieces.slice(0, Math.max(first, 0)).reduce((sum, { text }) => sum + text.length, 0);
  for (const path of paths) {
    if (!(await storage.stat(path))) continue;
    const { text, times } = cuesIn(await readAll(storage.read(path)));
    const at = text.indexOf(passage);
    if (at < 0) continue;
    const cue = times.findLast(({ from }) => from <= at + before);
    return cue ? Math.floor(cue.start) : null;
  }
  return null;
}
