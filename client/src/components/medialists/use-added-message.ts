/** Shows a message that items were added to lists, with an undo and a link to the list. */
import { medialistItems } from '@fundus/contract/medialists/items';
import { call } from '../../api/call.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { listHref } from './list-href.ts';
import { ITEM_READS } from './reads.ts';

type About = {
  lists: readonly { id: string; title: string }[];
  count: number;
  title: string;
  added: readonly string[];
  had: number;
  /** Ids of items that were moved here from another list. An undo restores them there first. */
  moved?: readonly string[];
};

export function useAddedMessage(): (about: About) => void {
  const { t } = useT();
  const undo = useUndo(ITEM_READS);
  return ({ lists, count, title, added, had, moved }) => {
    const names = lists.map(({ title: name }) => t('app.quoted', { title: name })).join(', ');
    const [only] = lists.length === 1 ? lists : [];
    const back = added.length > 0 && undo(medialistItems.removeItems, { body: { items: [...added] } });
    showSnackbar({
      text: [
        added.length > 0 && t(moved ? 'list.moved' : 'list.added', { count, title, names }),
        had > 0 && t(added.length > 0 ? 'share.had.done' : 'list.added.none', { count: had, names }),
      ]
        .filter(Boolean)
        .join(' '),
      type: added.length > 0 ? 'success' : 'info',
      ...(only && { way: { label: t('list.added.open'), href: listHref(only.id) } }),
      ...(back && {
        action: moved
          ? {
              ...back,
              run: () => void call(medialistItems.restoreItems, { body: { items: [...moved] } }).finally(back.run),
            }
          : back,
      }),
    });
  };
}
