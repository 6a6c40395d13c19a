import { PORTAL_GROUP_LENGTH } from '@fundus/contract/classes/rules';
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { schoolErrorText } from '../problems.ts';
import '../schools.css';

/** Links a class to a group of the identity provider. */
export function GroupDialog({ line, onClose }: { line: ClassLine; onClose: () => void }) {
  const { t } = useT();
  const [group, setGroup] = useState(line.portal_group ?? '');
  const set = useCall(classes.followGroup, { refreshes: [classes.ofSchool, classes.list, classes.read] });
  const { name } = line;
  const send = () =>
    set.mutate(
      { params: { id: line.id }, body: { group } },
      {
        onSuccess: ({ portal_group }) => {
          showSnackbar({
            text:
              portal_group === null
                ? t('schools.classes.group.removed', { name })
                : t('schools.classes.group.saved', { name, group: portal_group }),
            type: 'success',
          });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('schools.classes.group.setFor', { name })}
      action={t('app.save')}
      disabled={group.trim() === (line.portal_group ?? '') || set.isPending}
      onClose={onClose}
      onAction={send}
    >
      <p className="school-ask">{t('schools.classes.group.text')}</p>
      <TextField
        label={t('schools.classes.group')}
        hint={t('schools.classes.group.hint')}
        value={group}
        maxLength={PORTAL_GROUP_LENGTH}
        autoComplete="off"
        spellCheck={false}
        error={set.error && (set.error.field === 'group' ? t('schools.classes.group.taken') : schoolErrorText(t, set.error))}
        onChange={(event) => setGroup(event.target.value)}
      />
    </ConfirmDialog>
  );
}
