/** Presents own material as rows of a list. */
import { shiftDay, today } from '@fundus/contract/days';
import { RESTORE_DAYS, type MaterialEntry, type MaterialState } from '@fundus/contract/own-material/own-material';
import type { UserCtx } from '../../http/context.ts';
import { rightsOf } from '../../visitors/own-material.ts';
import type { OwnRow } from '../../visitors/own-material-repository.ts';
import { buildCards, findBookmarkedBy, presentItem } from '../catalogue/index.ts';

export const stateOf = ({ retired_at, given_at, passed }: Pick<OwnRow, 'retired_at' | 'given_at' | 'passed'>): MaterialState =>
  retired_at ? 'removed' : given_at ? 'school' : passed ? 'given' : 'draft';

export async function presentEntries(ctx: UserCtx<'search'>, rows: readonly OwnRow[]): Promise<MaterialEntry[]> {
  const there = rows.filter((row) => !row.retired_at).map((row) => row.identifier);
  const [cards, bookmarked] = await Promise.all([buildCards(ctx, there), findBookmarkedBy(ctx, there)]);
  return rows.map((row) => {
    const card = cards.get(row.identifier);
    return {
      identifier: row.identifier,
      title: row.fn_titel,
      medium: card ? presentItem(ctx, card, bookmarked.has(row.identifier)) : null,
      state: stateOf(row),
      rights: rightsOf(row),
      maker: row.maker_id && row.maker_name ? { id: row.maker_id, name: row.maker_name } : null,
      changed_at: row.updated_at.toISOString(),
      removed_by: row.removed_by,
      removed_why: row.removed_why,
      until: row.retired_at && shiftDay(today(row.retired_at), RESTORE_DAYS),
    };
  });
}
