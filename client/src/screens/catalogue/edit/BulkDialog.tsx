import { catalogueEdit, LIST_FIELDS, type BulkChange, type ListField } from '@fundus/contract/catalogue/edit';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useUndo } from '../../../stores/use-undo.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { CodePicker } from './record/CodePicker.tsx';
import { MEDIUM_READS } from '../../../components/media/medium-reads.ts';
import type { Tables } from './edit-tables.ts';
import './edit-screen.css';

type Lists = Partial<Record<ListField, string[]>>;
type Props = { identifiers: readonly string[]; tables: Tables; bulk: Bulk; onClose: () => void };

/** Returns a function that changes all selected media in one call and offers an undo. */
export function useBulk(onDone: () => void) {
  const { t } = useT();
  const bulk = useCall(catalogueEdit.bulkEdit, MEDIUM_READS);
  const undo = useUndo(MEDIUM_READS);
  const run = (identifiers: readonly string[], change: Partial<BulkChange>, after?: () => void): void =>
    bulk.mutate(
      { body: { identifiers: [...identifiers], change } },
      {
        onSuccess: ({ bulk_id, changed }) => {
          after?.();
          onDone();
          showSnackbar({
            text: t('bulk.done', { count: changed }),
            type: 'success',
            ...(bulk_id && {
              action: undo(
                catalogueEdit.undoBulk,
                { params: { id: bulk_id } },
                {
                  done: ({ undone, skipped }) =>
                    showSnackbar({ text: t(skipped ? 'bulk.undone.some' : 'bulk.undone', { undone, skipped }), type: 'success' }),
                },
              ),
            }),
          });
        },
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  return { run, busy: bulk.isPending };
}

export type Bulk = ReturnType<typeof useBulk>;

export function BulkDialog({ identifiers, tables, bulk: { run, busy }, onClose }: Props) {
  const { t } = useT();
  const [add, setAdd] = useState<Lists>({});
  const [remove, setRemove] = useState<Lists>({});
  const [type, setType] = useState('');
  const [producer, setProducer] = useState('');
  const [free, setFree] = useState('');
  const [recommended, setRecommended] = useState('');
  const filled = (lists: Lists) => Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length));
  const change = {
    add: filled(add),
    remove: filled(remove),
    set: {
      ...(type && { fn_typ: type }),
      ...(producer.trim() && { fn_prodname: producer.trim() }),
      ...(free && { free: free === 'yes' }),
      ...(recommended && { recommended: recommended === 'yes' }),
    },
  };
  const nothing = Object.values(change).every((part) => Object.keys(part).length === 0);
  const pickers = (lists: Lists, set: (lists: Lists) => void) =>
    LIST_FIELDS.map((field) => (
      <CodePicker
        key={field}
        free={field === 'fn_schlag'}
        label={t(`edit.field.${field}`)}
        values={lists[field] ?? []}
        options={field === 'fn_schlag' ? [] : tables[field]}
        nameOf={field === 'fn_schlag' ? (word) => word : tables.nameOf}
        onChange={(values) => set({ ...lists, [field]: values })}
      />
    ));
  const asIs = { value: '', label: t('bulk.asIs') };
  const yesNo = [asIs, { value: 'yes', label: t('edit.yes') }, { value: 'no', label: t('edit.no') }];
  return (
    <ConfirmDialog
      title={t('bulk.title', { count: identifiers.length })}
      action={t('bulk.apply', { count: identifiers.length })}
      disabled={nothing || busy}
      onClose={onClose}
      onAction={() => run(identifiers, change, onClose)}
      className="bulk"
    >
      <fieldset>
        <legend>{t('bulk.add')}</legend>
        {pickers(add, setAdd)}
      </fieldset>
      <fieldset>
        <legend>{t('bulk.remove')}</legend>
        {pickers(remove, setRemove)}
      </fieldset>
      <fieldset>
        <legend>{t('bulk.set')}</legend>
        <SelectField
          label={t('edit.field.fn_typ')}
          value={type}
          options={[asIs, ...tables.fn_typ.map(({ code, label }) => ({ value: code, label }))]}
          onChange={setType}
        />
        <TextField
          label={t('edit.field.fn_prodname')}
          value={producer}
          placeholder={t('bulk.asIs')}
          onChange={(event) => setProducer(event.target.value)}
        />
        <SelectField label={t('edit.field.free')} value={free} options={yesNo} onChange={setFree} />
        <SelectField label={t('edit.field.recommended')} value={recommended} options={yesNo} onChange={setRecommended} />
      </fieldset>
    </ConfirmDialog>
  );
}
