import { MOST_CODES, type Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { Note } from '../../ui/Note.tsx';
import { CODE_READS, wordsOf } from './problems.ts';

type Props = { cls: Class; defaultUntil: string; latestUntil: string; onClose: () => void; onMade: (batch: string) => void };

/** Makes codes for the learners of a class, labelled one after the other. */
export function MakeCodes({ cls, defaultUntil, latestUntil, onClose, onMade }: Props) {
  const { t } = useT();
  const [count, setCount] = useState('25');
  const [label, setLabel] = useState(cls.name.slice(0, 30));
  const [until, setUntil] = useState(defaultUntil);
  const make = useCall(learnerCodes.makeCodes, CODE_READS);
  const number = Number(count);
  const fits = Number.isInteger(number) && number >= 1 && number <= MOST_CODES;
  const error = make.error;
  const errorOf = (field: string) => (error?.field === field ? wordsOf(t, error) : null);
  const start = label.trim() || cls.name;
  return (
    <AskDialog
      title={t('codes.make.title', { name: cls.name })}
      action={t('codes.make')}
      disabled={!fits || until === '' || make.isPending}
      onClose={onClose}
      onAction={() =>
        make.mutate(
          { params: { id: cls.id }, body: { count: number, label: label.trim(), valid_until: until } },
          {
            onSuccess: (batch) => {
              showSnackbar({ text: t('codes.made', { count: batch.count }), type: 'success' });
              onMade(batch.id);
            },
          },
        )
      }
    >
      {error && !['count', 'label', 'valid_until'].includes(error.field ?? '') && <FormProblem>{wordsOf(t, error)}</FormProblem>}
      <TextField
        label={t('codes.count')}
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_CODES}
        value={count}
        error={count !== '' && !fits ? t('codes.count.wrong', { most: MOST_CODES }) : errorOf('count')}
        onChange={(event) => setCount(event.target.value)}
      />
      <TextField
        label={t('codes.label')}
        hint={t('codes.label.hint', { first: `${start}-01`, second: `${start}-02` })}
        value={label}
        maxLength={30}
        autoComplete="off"
        error={errorOf('label')}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Note>
        <TriangleAlert /> {t('codes.noNames')}
      </Note>
      <TextField
        label={t('codes.last')}
        type="date"
        max={latestUntil}
        value={until}
        error={errorOf('valid_until')}
        onChange={(event) => setUntil(event.target.value)}
      />
    </AskDialog>
  );
}
