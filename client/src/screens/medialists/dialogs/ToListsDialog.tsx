import { medialistItems, type ListItem } from '@fundus/contract/medialists/items';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { ListPicker, type PickedList } from '../../../components/medialists/ListPicker.tsx';
import { ITEM_READS, errorText } from '../../../components/medialists/reads.ts';
import { useAddedMessage } from '../../../components/medialists/use-added-message.ts';
import { useT } from '../../../i18n/translate.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { itemName } from '../ItemRow.tsx';

type Props = {
  list: Medialist;
  items: readonly ListItem[];
  /** True if the items are removed from this list. */
  move: boolean;
  onClose: () => void;
  onDone: () => void;
};

/** Copies or moves items with their notes to other lists. */
export function ToListsDialog({ list, items, move, onClose, onDone }: Props) {
  const { t } = useT();
  const [chosen, setChosen] = useState<readonly PickedList[]>([]);
  const copy = useCall(medialistItems.copyItems, ITEM_READS);
  const showAdded = useAddedMessage();
  const ids = items.map(({ id }) => id);
  const title = items[0] ? itemName(items[0]) : '';
  const media = items.flatMap(({ kind, identifier }) => (identifier && kind !== 'sequence' ? [identifier] : []));
  const send = () =>
    copy.mutate(
      { params: { id: list.id }, body: { items: ids, lists: chosen.map(({ id }) => id), move } },
      {
        onSuccess: ({ added, had }) => {
          onClose();
          onDone();
          showAdded({ lists: chosen, count: items.length, title, added, had, ...(move && { moved: ids }) });
        },
      },
    );
  const what = move ? 'move' : 'copy';
  return (
    <ConfirmDialog
      title={items.length === 1 ? t(`list.${what}.title`, { title }) : t(`list.${what}.many`, { count: items.length })}
      action={t(`list.${what}.send`)}
      disabled={chosen.length === 0 || copy.isPending}
      onClose={onClose}
      onAction={send}
    >
      {copy.error && <FormProblem>{errorText(t, copy.error)}</FormProblem>}
      <ListPicker media={media} except={list.id} chosen={chosen} onChoose={setChosen} />
    </ConfirmDialog>
  );
}
