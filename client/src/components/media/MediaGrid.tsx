import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { useMemo } from 'react';
import { storeNavigationList } from '../../stores/trail.ts';
import { useDeferredRender } from '../../ui/use-rest.ts';
import type { SelectionMode } from './print/choice.ts';
import { MediaCard } from './MediaCard.tsx';
import { mediaHref, type MediaContext } from './media-context.ts';
import type { MediaView } from './MediaSkeleton.tsx';
import './cover.css';
import './media-card.css';
import './media-grid.css';

type Props = {
  items: readonly MediaItem[];
  context: MediaContext;
  view?: MediaView;
  /** Number of cards that are visible without scrolling. */
  eager?: number;
  /** Set in selection mode, in which cards are check boxes. */
  choice?: SelectionMode;
};

/** Number of cards rendered immediately. They fill the visible part of the page. */
const FIRST = 8;

/** Shows cards as a grid or a compact list. On phones the cover is always next to the text. */
export function MediaGrid({ items, context, view = 'grid', eager = 0, choice }: Props) {
  const onOpen = () => storeItems(items, context);
  const plain = useMemo(() => withoutAccent(items), [items]);
  const shown = useDeferredRender() ? items : items.slice(0, FIRST);
  return (
    <ul className={view === 'list' ? 'results compact' : 'results grid'} data-cards={view === 'list' ? 'compact' : 'grid'}>
      {shown.map((item, i) => (
        <li key={item.identifier}>
          <MediaCard
            item={item}
            context={context}
            eager={i < eager}
            plain={plain.has(item.identifier)}
            onOpen={onOpen}
            {...(choice?.chosen && { choice: { chosen: choice.chosen.has(item.identifier), onToggle: () => choice.toggle(item) } })}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the identifiers of cards whose mark is omitted, so that at most a quarter of the cards are marked. Appending cards does not change the
 * marks of earlier ones.
 */
function withoutAccent(items: readonly MediaItem[]): ReadonlySet<string> {
  let marked = 0;
  const plain = new Set<string>();
  items.forEach((item, i) => {
    if (!item.new && !item.recommended) return;
    if (marked < Math.ceil((i + 1) / 4)) marked += 1;
    else plain.add(item.identifier);
  });
  return plain;
}

/** Stores the list, so that the page of a medium can link to the previous and next one. */
export const storeItems = (items: readonly MediaItem[], context: MediaContext) =>
  storeNavigationList(items.map(({ identifier, fn_titel }) => ({ identifier, title: fn_titel, href: mediaHref(context, identifier) })));

/** Shows cards in one row, which scrolls horizontally on phones. The heading of the row states why they are shown, so no card is marked. */
export function MediaRow({ items, context }: Pick<Props, 'items' | 'context'>) {
  return (
    <ul className="row">
      {items.map((item) => (
        <li key={item.identifier}>
          <MediaCard item={item} context={context} plain onOpen={() => storeItems(items, context)} />
        </li>
      ))}
    </ul>
  );
}
