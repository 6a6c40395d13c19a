/** What a list has for learners, for those who make something of it. */
import type { ListItem } from '@fundus/contract/medialists/items';
import type { UserCtx } from '../../http/context.ts';
import { present, requireRight } from './service.ts';

/** Media and links that are meant for learners. Throws `not_found` for a list that is not there for somebody who teaches. */
export async function readItemsForLearners(ctx: UserCtx, listId: string): Promise<ListItem[]> {
  const { contents } = await present(ctx, await requireRight(ctx, listId, 'release'));
  return contents.filter(
    (item) => item.visible_to_learners && item.availability !== 'removed' && (item.identifier !== null || item.url !== null),
  );
}
