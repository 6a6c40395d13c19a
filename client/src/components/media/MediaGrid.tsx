import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { useMemo } from 'react';
import { leaveTrail } from '../../stores/trail.ts';
import { useRest } from '../../ui/use-rest.ts';
import type { Choice } from './print/choice.ts';
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
  /** So many at the start are in the first view of the page. */
  eager?: number;
  /** While media of the list are chosen, their cards are boxes to tick. */
  choice?: Choice;
};

/** Drawn at once: as many as fill the first view. */
const FIRST = 8;

/** Cards side by side, or a compact list; on phones they lie down, picture left. */
export function MediaGrid({ items, context, view = 'grid', eager = 0, choice }: Props) {
  const onOpen = () => leave(items, context);
  const plain = useMemo(() => withoutAccent(items), [items]);
  const shown = useRest() ? items : items.slice(0, FIRST);
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

/** Identifiers of cards that are not marked, so that the accent is on at most a quarter of them; more cards below change nothing above. */
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

/** The media of a list, so that the page of one leads to the next. */
const leave = (items: readonly MediaItem[], context: MediaContext) =>
  leaveTrail(items.map(({ identifier, fn_titel }) => ({ identifier, title: fn_titel, href: mediaHref(context, identifier) })));

/** One row: scrolls sideways on phones, stands as a grid on desktops. */
export function MediaRow({ items, context }: Pick<Props, 'items' | 'context'>) {
  const plain = useMemo(() => withoutAccent(items), [items]);
  return (
    <ul className="row">
      {items.map((item) => (
        <li key={item.identifier}>
          <MediaCard item={item} context={context} plain={plain.has(item.identifier)} onOpen={() => leave(items, context)} />
        </li>
      ))}
    </ul>
  );
}
