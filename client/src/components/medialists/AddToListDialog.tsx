import { medialistItems } from '@fundus/contract/medialists/items';
import { MAX_AT_ONCE } from '@fundus/contract/medialists/rules';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { closeAddToList, type ListAddition } from '../../stores/add-to-list.ts';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { Note } from '../../ui/Note.tsx';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { ListPicker, type PickedList } from './ListPicker.tsx';
import { ITEM_READS, errorText } from './reads.ts';
import { useAddedMessage } from './use-added-message.ts';

/** Asks for the media lists to which items are added ("Zur Liste"). */
export function AddToListDialog({ items, title, media, onAdded }: ListAddition) {
  const { t } = useT();
  const [chosen, setChosen] = useState<readonly PickedList[]>([]);
  const add = useCall(medialistItems.addToLists, ITEM_READS);
  const showAdded = useAddedMessage();
  const many = items.length > MAX_AT_ONCE;
  const send = async () => {
    // The user has explicitly selected lists that already have the item, so it is added to them again. In other lists duplicates are skipped.
    const halves = [chosen.filter(({ has }) => !has), chosen.filter(({ has }) => has)];
    const replies = [];
    for (const [i, lists] of halves.entries()) {
      if (lists.length === 0) continue;
      replies.push(await add.mutateAsync({ body: { lists: lists.map(({ id }) => id), items: [...items], force: i === 1 } }));
    }
    closeAddToList();
    onAdded?.();
    showAdded({
      lists: chosen,
      count: items.length,
      title,
      added: replies.flatMap(({ added }) => added),
      had: replies.reduce((n, { had }) => n + had, 0),
    });
  };
  return (
    <ConfirmDialog
      title={items.length === 1 ? t('list.add.title', { title }) : t('list.add.many', { count: items.length })}
      action={t('list.add.send')}
      disabled={many || chosen.length === 0 || add.isPending}
      onClose={closeAddToList}
      // The error of the mutation is already shown above.
      onAction={() => void send().catch(() => {})}
    >
      {many && <Note tone="bad">{t('list.add.most', { count: MAX_AT_ONCE })}</Note>}
      {add.error && <FormProblem>{errorText(t, add.error)}</FormProblem>}
      <ListPicker media={media.slice(0, MAX_AT_ONCE)} chosen={chosen} onChoose={setChosen} />
    </ConfirmDialog>
  );
}
