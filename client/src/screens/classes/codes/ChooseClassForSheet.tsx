import { classes } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { queryAll } from '../../../api/read-all.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { CODE_READS, sheetErrorText, showAddedCodes } from '../problems.ts';
import '../../../components/classes/class-forms.css';

type Props = { sheet: string; onClose: () => void; onDone: (id: string) => void };

/** Asks to which class the codes of a scanned sheet are added. */
export function ChooseClassForSheet({ sheet, onClose, onDone }: Props) {
  const { t } = useT();
  const own = useQuery({ ...queryAll(classes.list, { query: {} }), staleTime: 0 });
  const add = useCall(learnerCodes.addCodes, CODE_READS);
  const items = own.data?.items.filter(({ state }) => state === 'active') ?? [];
  const [chosen, setChosen] = useState('');
  const id = chosen || (items[0]?.id ?? '');
  return (
    <ConfirmDialog
      title={t('codes.arrive.title')}
      action={t('codes.add.action')}
      disabled={id === '' || add.isPending}
      onClose={onClose}
      onAction={() =>
        add.mutate(
          { params: { id }, body: { sheet } },
          {
            onSuccess: (taken) => {
              showAddedCodes(t, taken);
              onDone(id);
            },
          },
        )
      }
    >
      <p className="class-ask">{t('codes.arrive.text')}</p>
      {own.error && <Failed error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && items.length === 0 && <Note>{t('codes.arrive.none')}</Note>}
      {items.length > 0 && (
        <SelectField
          label={t('codes.arrive.class')}
          value={id}
          options={items.map((item) => ({ value: item.id, label: item.name }))}
          onChange={setChosen}
        />
      )}
      {add.error && <FormProblem>{sheetErrorText(t, add.error)}</FormProblem>}
    </ConfirmDialog>
  );
}
