/** Provides the items of a list that are visible to learners to other domains. */
import type { ListItem } from '@fundus/contract/medialists/items';
import type { UserCtx } from '../../http/context.ts';
import { presentMedialist, requireRight } from './service.ts';

/** Returns the media and links of a list that are visible to learners. Throws the error of `refusalOf` if the user may not release the list. */
export async function readItemsForLearners(ctx: UserCtx<'search'>, listId: string): Promise<ListItem[]> {
  const { contents } = await presentMedialist(ctx, await requireRight(ctx, listId, 'release'));
  return contents.filter(
    (item) => item.visible_to_learners && item.availability !== 'removed' && (item.identifier !== null || item.url !== null),
  );
}
