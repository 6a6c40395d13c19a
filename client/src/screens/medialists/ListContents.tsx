import type { ListItem } from '@fundus/contract/medialists/items';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import { Check, Copy, Eye, EyeOff, FolderInput, Info, ListPlus, MoveVertical, SquarePen, Trash2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { useWish } from '../../components/media/use-wish.ts';
import { useFocusInPlace } from '../../components/lists/use-focus-in-place.ts';
import { itemHref } from '../../components/medialists/list-href.ts';
import { useT } from '../../i18n/translate.ts';
import { leaveTrail } from '../../stores/trail.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { MenuItem } from '../../ui/overlays/Menu.tsx';
import { neighbourAt } from './changes.ts';
import { ItemRow, nameOf, type RowDoes } from './ItemRow.tsx';
import { placesOf } from './places.ts';
import type { Contents } from './use-contents.ts';
import { useDrag } from '../../components/lists/use-drag.ts';
import '../../components/media/print/choice-bar.css';
import './medialists.css';
import { loadLater } from '../../ui/load-later.tsx';
import '../../ui/button.css';

const ItemDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).ItemDialog);
const PlaceDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).PlaceDialog);
const ToListsDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).ToListsDialog);

type Props = {
  list: Medialist;
  contents: Contents;
  pupil: boolean;
  /** Selection mode. */
  choosing: boolean;
  onChosen: () => void;
  /** Adds content after an item. */
  onAdd: (after: string) => void;
  /** Finds a medium that replaces an item. */
  onReplace: (item: ListItem) => void;
};

type Open = { what: 'change' | 'place'; item: ListItem } | { what: 'move' | 'copy'; items: readonly ListItem[] };

/** Shows the items of a list: drag, move by keys or to a position, edit, select and remove. */
export function ListContents({ list, contents, pupil, choosing, onChosen, onAdd, onReplace }: Props) {
  const { t } = useT();
  const { items } = contents;
  const edits = list.can.editItems;
  const [open, setOpen] = useState<Open | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [wished, setWished] = useState<ListItem | null>(null);
  // Items removed by other users are deselected.
  const chosen = items.filter(({ id }) => picked.has(id));
  const rows = useRef<HTMLOListElement>(null);
  const announcement = useRef<HTMLParagraphElement>(null);

  const noteFocus = useFocusInPlace(rows);
  const { drag, begin } = useDrag(rows, (id, before) => {
    const after = items[before - 1]?.id ?? null;
    if (after !== id) contents.move(choosing && picked.has(id) ? chosen.map((item) => item.id) : [id], after);
  });

  const does = useStable<RowDoes>({
    step: (id, by) => {
      const at = items.findIndex((item) => item.id === id);
      const to = at + by;
      if (to < 0 || to >= items.length) return;
      contents.move([id], neighbourAt(items, [id], to + 1));
      announce(announcement.current, t('list.item.moved', { title: nameOf(items[at]!), place: to + 1, count: items.length }));
    },
    grip: (id: string, event: PointerEvent<HTMLElement>) => begin(id, event),
    place: (item) => setOpen({ what: 'place', item }),
    choose: (id) =>
      setPicked((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    menu: (item, place) => (edits ? menuOf(item, place) : menuOfReader(item)),
    replace: onReplace,
    wish: setWished,
  });

  const menuOfReader = (item: ListItem): MenuItem[] => [
    { kind: 'link', label: t('card.details'), icon: <Info />, href: itemHref(list.id, item) },
    { label: t('list.add.action'), icon: <ListPlus />, onSelect: () => setOpen({ what: 'copy', items: [item] }) },
  ];
  const menuOf = (item: ListItem, place: number): MenuItem[] => [
    { label: t('list.item.change'), icon: <SquarePen />, onSelect: () => setOpen({ what: 'change', item }) },
    ...(item.identifier && item.item
      ? [{ kind: 'link' as const, label: t('card.details'), icon: <Info />, href: href('media', { id: item.identifier }) }]
      : []),
    {
      label: t(item.visible_to_learners ? 'list.item.hide' : 'list.item.show'),
      icon: item.visible_to_learners ? <EyeOff /> : <Eye />,
      onSelect: () => contents.show([item.id], !item.visible_to_learners),
    },
    { label: t('list.item.place.to'), icon: <MoveVertical />, onSelect: () => setOpen({ what: 'place', item }) },
    { label: t('list.item.addBehind', { place }), icon: <ListPlus />, onSelect: () => onAdd(item.id) },
    { label: t('list.items.copy'), icon: <Copy />, onSelect: () => setOpen({ what: 'copy', items: [item] }) },
    { label: t('list.items.move'), icon: <FolderInput />, onSelect: () => setOpen({ what: 'move', items: [item] }) },
    { label: t('list.item.take'), icon: <Trash2 />, onSelect: () => contents.take([item.id]) },
  ];

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
      {/* Keys apply to the list in addition to the links in it. */}
      <ol
        ref={rows}
        className="lines list-items"
        data-dragging={drag ? true : undefined}
        onFocus={(event) => noteFocus(event.target)}
        onClickCapture={(event) => event.target instanceof Element && event.target.closest('h3 a') && leaveTrail(steps)}
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
        <Bar
          items={items}
          chosen={chosen}
          edits={edits}
          contents={contents}
          onAll={() => setPicked(chosen.length === items.length ? new Set() : new Set(items.map(({ id }) => id)))}
          onOpen={setOpen}
          onEnd={end}
        />
      )}
      {open?.what === 'change' && (
        <ItemDialog list={list} item={items.find(({ id }) => id === open.item.id) ?? open.item} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'place' && (
        <PlaceDialog
          title={nameOf(open.item)}
          place={items.findIndex(({ id }) => id === open.item.id) + 1}
          count={items.length}
          onPlace={(place) => contents.move([open.item.id], neighbourAt(items, [open.item.id], place))}
          onClose={() => setOpen(null)}
        />
      )}
      {(open?.what === 'copy' || open?.what === 'move') && (
        <ToListsDialog list={list} items={open.items} move={open.what === 'move'} onClose={() => setOpen(null)} onDone={end} />
      )}
      {wished && <Wish key={wished.id} item={wished} onDone={() => setWished(null)} />}
    </>
  );
}

/** Sends a request for a licence on mount. */
function Wish({ item, onDone }: { item: ListItem; onDone: () => void }) {
  const { wish } = useWish(item.identifier ?? '', item.title);
  useEffect(() => {
    wish();
    onDone();
    // Once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}

const announce = (place: HTMLElement | null, words: string): void => {
  if (place) place.textContent = words;
};

/** Returns a stable object whose functions call the latest ones, so that unchanged rows do not render again. */
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

type BarProps = {
  items: readonly ListItem[];
  chosen: readonly ListItem[];
  edits: boolean;
  contents: Contents;
  onAll: () => void;
  onOpen: (open: Open) => void;
  onEnd: () => void;
};

/** Shows the bulk actions of selected items at the bottom of the page. */
function Bar({ items, chosen, edits, contents, onAll, onOpen, onEnd }: BarProps) {
  const { t } = useT();
  const none = chosen.length === 0;
  const ids = chosen.map(({ id }) => id);
  const hidden = chosen.every((item) => !item.visible_to_learners);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) onEnd();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <section className="choice-bar list-bar" aria-label={t('list.choice.title')}>
      <p role="status">{t('choice.count', { count: chosen.length })}</p>
      <div className="btn-flush">
        <Button icon={<Check />} onClick={onAll}>
          {t(chosen.length === items.length ? 'choice.none' : 'choice.all')}
        </Button>
        <Button icon={<Copy />} disabled={none} onClick={() => onOpen({ what: 'copy', items: chosen })}>
          {t('list.items.copy')}
        </Button>
        {edits && (
          <>
            <Button icon={<FolderInput />} disabled={none} onClick={() => onOpen({ what: 'move', items: chosen })}>
              {t('list.items.move')}
            </Button>
            <Button icon={hidden ? <Eye /> : <EyeOff />} disabled={none} onClick={() => contents.show(ids, hidden)}>
              {t(hidden ? 'list.items.show' : 'list.items.hide')}
            </Button>
            <Button
              icon={<Trash2 />}
              disabled={none}
              onClick={() => {
                contents.take(ids);
                onEnd();
              }}
            >
              {t('list.item.take')}
            </Button>
          </>
        )}
      </div>
      <IconButton label={t('choice.end')} icon={<X />} onClick={onEnd} />
    </section>
  );
}
