/** Lists in which a user has a medium (docs/behaviour/library.md#places-of-a-medium). */
import type { MediumAppearance } from '@fundus/contract/library/library';
import type { UserCtx } from '../../http/context.ts';
import { readClassesWithMedium } from '../classes/index.ts';
import { readSharedOf } from '../shared-media/index.ts';
import { listOwnAppearances } from './appearances-repository.ts';

/** Returns where the user has the medium: media shared by others, then the user's own lists. Each kind occurs at most once. */
export async function listMediumLocations(ctx: UserCtx<'search'>, identifier: string): Promise<{ items: MediumAppearance[] }> {
  const classes = await readClassesWithMedium(ctx, identifier);
  const shared = await readSharedOf(ctx, identifier);
  const own = await listOwnAppearances(ctx.db, ctx.user.id, identifier);
  return {
    items: [
      ...(classes ? [{ kind: 'classes' as const, at: classes.at, count: classes.items.length, note: '', classes: classes.items }] : []),
      ...(shared ? [{ kind: 'shared' as const, at: shared.at, count: shared.count, note: '', classes: [] }] : []),
      ...own,
    ],
  };
}
