/** Validates new items and prepares them for storage. */
import { fitsDuration } from '@fundus/contract/catalogue/excerpts';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { AppError, invalid } from '@fundus/contract/errors';
import type { NewItem } from '@fundus/contract/medialists/items';
import type { UserCtx } from '../../http/context.ts';
import { findKnownCards, requireGivableExcerpts, type CardRow } from '../catalogue/index.ts';
import type { NewItemRow } from './item-repository.ts';

/** A new item without its id, list, rank and origin. */
export type PreparedItem = Omit<NewItemRow, 'id' | 'list_id' | 'rank' | 'added_by' | 'added_at'>;

/** Maximum length of the catalogue title that is stored with an item. */
const TITLE_KEPT = 300;
const keptTitle = (card: CardRow): string => card.fn_titel.slice(0, TITLE_KEPT);

/** Returns the fields of an item for a whole medium. */
export const toItem = (card: CardRow): Pick<PreparedItem, 'kind' | 'title'> & { identifier: string } => ({
  kind: classMediaKind(card.fn_typ),
  identifier: card.identifier,
  title: keptTitle(card),
});

type Part = { identifier: string; title: string; start_s: number; end_s: number };

/** Returns the fields of an item for a part of a film. Throws `feature_disabled`, or `validation_failed` if the part exceeds the film. */
export function toPart(
  { config }: Pick<UserCtx, 'config'>,
  card: CardRow,
  part: Omit<Part, 'identifier'>,
): Pick<PreparedItem, 'kind'> & Part {
  if (config.DisableSequences) throw new AppError('feature_disabled');
  if (part.end_s - part.start_s < 1 || !fitsDuration(part, card.duration)) throw invalid('end_s', 'range', { most: card.duration });
  const { title, start_s, end_s } = part;
  return { kind: 'sequence', identifier: card.identifier, title, start_s, end_s };
}

/** Returns the items prepared for storage. Throws `not_found` for media hidden from the user and for excerpts not shared with them. */
export async function prepareItems(ctx: UserCtx, items: readonly NewItem[]): Promise<PreparedItem[]> {
  const excerpts = new Map(
    (await requireGivableExcerpts(ctx, [...new Set(items.flatMap((item) => (item.kind === 'excerpt' ? [item.excerpt_id] : [])))])).map(
      (row) => [row.id, row],
    ),
  );
  const identifiers = items.flatMap((item) =>
    item.kind === 'excerpt' ? [excerpts.get(item.excerpt_id)!.identifier] : 'identifier' in item ? [item.identifier] : [],
  );
  const cards = await findKnownCards(ctx, [...new Set(identifiers)]);
  const missing = identifiers.find((identifier) => !cards.has(identifier));
  if (missing !== undefined) throw new AppError('not_found', { field: 'items', details: { media: [missing] } });
  return items.map((item) => {
    const { note_teacher = '', note_learner = '', visible_to_learners = true } = item;
    const terms = { note_teacher, note_learner, visible_to_learners };
    switch (item.kind) {
      case 'medium':
        return { ...terms, ...toItem(cards.get(item.identifier)!) };
      case 'sequence':
        return { ...terms, ...toPart(ctx, cards.get(item.identifier)!, item) };
      case 'excerpt': {
        const excerpt = excerpts.get(item.excerpt_id)!;
        return { ...terms, ...toPart(ctx, cards.get(excerpt.identifier)!, excerpt) };
      }
      case 'external':
        return { ...terms, kind: item.kind, url: item.url, title: item.title };
      case 'heading':
        return { ...terms, kind: item.kind, title: item.title };
      case 'text':
        return { ...terms, kind: item.kind, title: '', body: item.body };
    }
  });
}
