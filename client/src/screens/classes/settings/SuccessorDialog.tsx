import { NAME_LENGTH, nextSchoolYear, classes, type Class } from '@fundus/contract/classes/classes';
import { nextName } from '@fundus/contract/year-change/rules';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { CLASS_READS, errorText } from '../problems.ts';
import '../../../components/classes/class-forms.css';

type Props = { cls: Class; onClose: () => void; onDone: (id: string) => void };

/** Shows a dialog that creates the class for the next school year with its members and, if requested, its media. */
export function SuccessorDialog({ cls, onClose, onDone }: Props) {
  const { t } = useT();
  const next = cls.grade === null || cls.grade >= 13 ? null : cls.grade + 1;
  const [name, setName] = useState(() => (next === null ? cls.name : nextName(cls.name, cls.grade)));
  const [grade, setGrade] = useState(next);
  const [media, setMedia] = useState(false);
  const succeed = useCall(classes.succeed, CLASS_READS);
  const year = nextSchoolYear(cls.school_year);
  const send = () =>
    succeed.mutate(
      { params: { id: cls.id }, body: { name: name.trim(), grade, media } },
      {
        onSuccess: (made) => {
          showSnackbar({ text: t('class.succeed.done', { name: made.name, year: made.school_year }), type: 'success' });
          onClose();
          onDone(made.id);
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('class.succeed.title', { name: cls.name, year })}
      action={t('class.succeed.action')}
      disabled={name.trim() === '' || succeed.isPending}
      onClose={onClose}
      onAction={send}
    >
      <p className="class-ask">{t('class.succeed.text', { year })}</p>
      <TextField
        label={t('class.name')}
        value={name}
        maxLength={NAME_LENGTH}
        error={succeed.error && errorText(t, succeed.error)}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={t('class.grade')}
        value={grade === null ? '' : String(grade)}
        options={[
          { value: '', label: t('class.grade.none') },
          ...Array.from({ length: 13 }, (_, i) => ({ value: String(i + 1), label: t('class.grade.one', { grade: i + 1 }) })),
        ]}
        onChange={(value) => setGrade(value === '' ? null : Number(value))}
      />
      <Checkbox label={t('class.succeed.media')} checked={media} onChange={(event) => setMedia(event.target.checked)} />
    </ConfirmDialog>
  );
}
