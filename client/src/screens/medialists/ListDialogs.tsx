import type { ListItem } from '@fundus/contract/medialists/items';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { loadLater } from '../../ui/load-later.tsx';
import { findPredecessor } from './changes.ts';
import { itemName } from './ItemRow.tsx';
import type { Contents } from './use-contents.ts';

const ItemDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).ItemDialog);
const PlaceDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).PlaceDialog);
const ToListsDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).ToListsDialog);

/** Open dialog, with the items it applies to. */
export type OpenListDialog = { what: 'change' | 'place'; item: ListItem } | { what: 'move' | 'copy'; items: readonly ListItem[] };

type Props = { list: Medialist; contents: Contents; open: OpenListDialog; onClose: () => void; onDone: () => void };

/** Shows the dialog that edits or moves an item, or that copies or moves items to other lists. */
export function ListDialogs({ list, contents: { items, move }, open, onClose, onDone }: Props) {
  if ('items' in open)
    return <ToListsDialog list={list} items={open.items} move={open.what === 'move'} onClose={onClose} onDone={onDone} />;
  if (open.what === 'place')
    return (
      <PlaceDialog
        title={itemName(open.item)}
        place={items.findIndex(({ id }) => id === open.item.id) + 1}
        count={items.length}
        onPlace={(place) => move([open.item.id], findPredecessor(items, [open.item.id], place))}
        onClose={onClose}
      />
    );
  return <ItemDialog list={list} item={items.find(({ id }) => id === open.item.id) ?? open.item} onClose={onClose} />;
}
