import type { ListItem } from '@fundus/contract/medialists/items';
import { href } from '@fundus/contract/screens';
import { Copy, Eye, EyeOff, FolderInput, Info, ListPlus, MoveVertical, SquarePen, Trash2 } from 'lucide-react';
import { itemHref } from '../../components/medialists/list-href.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { MenuItem } from '../../ui/overlays/Menu.tsx';
import type { OpenListDialog } from './ListDialogs.tsx';
import type { Contents } from './use-contents.ts';

type OnOpen = (open: OpenListDialog) => void;

/** Returns the menu of an item for users who may not edit the list. */
export const menuOfReader = (t: Translate, item: ListItem, list: string, onOpen: OnOpen): MenuItem[] => [
  { kind: 'link', label: t('card.details'), icon: <Info />, href: itemHref(list, item) },
  { label: t('list.add.action'), icon: <ListPlus />, onSelect: () => onOpen({ what: 'copy', items: [item] }) },
];

type Around = { place: number; contents: Contents; onOpen: OnOpen; onAdd: (after: string) => void };

/** Returns the menu of an item for users who may edit the list. */
export const menuOfEditor = (t: Translate, item: ListItem, { place, contents, onOpen, onAdd }: Around): MenuItem[] => [
  { label: t('list.item.change'), icon: <SquarePen />, onSelect: () => onOpen({ what: 'change', item }) },
  ...(item.identifier && item.item
    ? [{ kind: 'link' as const, label: t('card.details'), icon: <Info />, href: href('media', { id: item.identifier }) }]
    : []),
  {
    label: t(item.visible_to_learners ? 'list.item.hide' : 'list.item.show'),
    icon: item.visible_to_learners ? <EyeOff /> : <Eye />,
    onSelect: () => contents.show([item.id], !item.visible_to_learners),
  },
  { label: t('list.item.place.to'), icon: <MoveVertical />, onSelect: () => onOpen({ what: 'place', item }) },
  { label: t('list.item.addBehind', { place }), icon: <ListPlus />, onSelect: () => onAdd(item.id) },
  { label: t('list.items.copy'), icon: <Copy />, onSelect: () => onOpen({ what: 'copy', items: [item] }) },
  { label: t('list.items.move'), icon: <FolderInput />, onSelect: () => onOpen({ what: 'move', items: [item] }) },
  { label: t('list.item.take'), icon: <Trash2 />, onSelect: () => contents.take([item.id]) },
];
