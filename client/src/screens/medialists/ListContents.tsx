import type { ListItem } from '@fundus/contract/medialists/items';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { useWish } from '../../components/media/use-wish.ts';
import { itemHref } from '../../components/medialists/list-href.ts';
import { useT } from '../../i18n/translate.ts';
import { storeNavigationList } from '../../stores/trail.ts';
import { findPredecessor } from './changes.ts';
import { ChoiceBar } from './ChoiceBar.tsx';
import { menuOfEditor, menuOfReader } from './item-menus.tsx';
import { ItemRow, itemName, type RowActions } from './ItemRow.tsx';
import { ListDialogs, type OpenListDialog } from './ListDialogs.tsx';
import { placesOf } from './places.ts';
import type { Contents } from './use-contents.ts';
import { useDrag } from '../../components/lists/use-drag.ts';
import './medialists.css';
import '../../ui/button.css';

type Props = {
  list: Medialist;
  contents: Contents;
  pupil: boolean;
  /** True in selection mode. */
  choosing: boolean;
  onChosen: () => void;
  /** Opens the dialog that adds content after an item. */
  onAdd: (after: string) => void;
  /** Opens the dialog that replaces an item by another medium. */
  onReplace: (item: ListItem) => void;
};

/** Shows the items of a list, which the user can reorder, edit, select and remove. */
export function ListContents({ list, contents, pupil, choosing, onChosen, onAdd, onReplace }: Props) {
  const { t } = useT();
  const { items } = contents;
  const edits = list.can.editItems;
  const [open, setOpen] = useState<OpenListDialog | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [wished, setWished] = useState<ListItem | null>(null);
  // Items removed by other users are deselected.
  const chosen = items.filter(({ id }) => picked.has(id));
  const rows = useRef<HTMLOListElement>(null);
  const announcement = useRef<HTMLParagraphElement>(null);

  const { drag, begin } = useDrag(rows, (id, before) => {
    const after = items[before - 1]?.id ?? null;
    if (after !== id) contents.move(choosing && picked.has(id) ? chosen.map((item) => item.id) : [id], after);
  });

  const does = useStable<RowActions>({
    step: (id, by) => {
      const at = items.findIndex((item) => item.id === id);
      const to = at + by;
      if (to < 0 || to >= items.length) return;
      contents.move([id], findPredecessor(items, [id], to + 1));
      announce(announcement.current, t('list.item.moved', { title: itemName(items[at]!), place: to + 1, count: items.length }));
    },
    grip: (id: string, event: PointerEvent<HTMLElement>) => begin(id, event),
    place: (item) => setOpen({ what: 'place', item }),
    choose: (id) =>
      setPicked((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    menu: (item, place) =>
      edits ? menuOfEditor(t, item, { place, contents, onOpen: setOpen, onAdd }) : menuOfReader(t, item, list.id, setOpen),
    replace: onReplace,
    wish: setWished,
  });

  // The page of a medium links to its neighbours in the list.
  const steps = useMemo(
    () =>
      items.flatMap((item) =>
        item.identifier && item.item ? [{ identifier: item.identifier, title: item.title, href: itemHref(list.id, item) }] : [],
      ),
    [items, list.id],
  );
  const places = placesOf(items, edits);
  const end = () => {
    setPicked(new Set());
    onChosen();
  };
  return (
    <>
      <h2 className="sr">{t('list.contents')}</h2>
      <p className="sr" role="status" ref={announcement} />
      {/* The list handles keys although it is not interactive itself. */}
      <ol
        ref={rows}
        className="lines list-items"
        data-dragging={drag ? true : undefined}
        onClickCapture={(event) => event.target instanceof Element && event.target.closest('h3 a') && storeNavigationList(steps)}
      >
        {items.map((item, i) => (
          <ItemRow
            key={item.id}
            listId={list.id}
            item={item}
            place={places[i]!}
            last={i === items.length - 1}
            edits={edits}
            pupil={pupil}
            chosen={choosing ? picked.has(item.id) : null}
            dragged={drag?.id === item.id}
            drop={!drag ? null : drag.before === i ? 'above' : drag.before === items.length && i === items.length - 1 ? 'below' : null}
            does={does}
          />
        ))}
      </ol>
      {choosing && (
        <ChoiceBar
          items={items}
          chosen={chosen}
          edits={edits}
          contents={contents}
          onAll={() => setPicked(chosen.length === items.length ? new Set() : new Set(items.map(({ id }) => id)))}
          onOpen={setOpen}
          onEnd={end}
        />
      )}
      {open && <ListDialogs {...{ list, contents, open }} onClose={() => setOpen(null)} onDone={end} />}
      {wished && <Wish key={wished.id} item={wished} onDone={() => setWished(null)} />}
    </>
  );
}

/** Sends a licence request when mounted. */
function Wish({ item, onDone }: { item: ListItem; onDone: () => void }) {
  const { wish } = useWish(item.identifier ?? '', item.title);
  useEffect(() => {
    wish();
    onDone();
    // Runs once, on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}

const announce = (place: HTMLElement | null, words: string): void => {
  if (place) place.textContent = words;
};

/** Returns a stable object whose functions call the current ones, so that unchanged rows are not rendered again. */
function useStable<T extends Record<string, (...args: never[]) => unknown>>(now: T): T {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const [stable] = useState(
    () => Object.fromEntries(Object.keys(now).map((name) => [name, (...args: never[]) => latest.current[name]!(...args)])) as T,
  );
  return stable;
}
