import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { PeopleFinder, type FoundPerson } from './PeopleFinder.tsx';
import './class-forms.css';

/** Assigns a class without an owner to a teacher of the school. */
export function AssignOwnerDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useT();
  const [chosen, setChosen] = useState<readonly FoundPerson[]>([]);
  const give = useCall(classMembers.addMembers, { refreshes: [classes.read, classes.list, classes.ofSchool, classMembers.members] });
  const send = () =>
    give.mutate(
      { params: { id }, body: { people: chosen.map((person) => person.id), role: 'owner' } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('class.adopted', { name, owner: chosen[0]?.name ?? '' }), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('class.adopt.title', { name })}
      action={t('class.adopt')}
      disabled={chosen.length === 0 || give.isPending}
      onClose={onClose}
      onAction={send}
    >
      <p className="class-ask">{t('class.adopt.text')}</p>
      {give.error && <FormProblem>{t(`error.${give.error.code}`, { name: '' })}</FormProblem>}
      <PeopleFinder classId={id} as="teacher" many={false} chosen={chosen} onChoose={setChosen} />
    </ConfirmDialog>
  );
}
