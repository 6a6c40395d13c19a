import type { Class } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { PeopleFinder, type FoundPerson } from '../../../components/classes/PeopleFinder.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { CLASS_READS, errorText } from '../problems.ts';
import '../../../components/classes/class-forms.css';

/** Shows a dialog that adds people of the school to a class. */
export function AddMembers({ cls, as: role, onClose }: { cls: Class; as: 'student' | 'teacher'; onClose: () => void }) {
  const { t } = useT();
  const [chosen, setChosen] = useState<readonly FoundPerson[]>([]);
  const reads = { refreshes: [...CLASS_READS.refreshes, classMembers.candidates] };
  const add = useCall(classMembers.addMembers, reads);
  const undo = useUndo(reads);
  const send = () =>
    add.mutate(
      { params: { id: cls.id }, body: { people: chosen.map(({ id }) => id), role } },
      {
        onSuccess: ({ added, members }) => {
          const name = chosen.length === 1 ? chosen[0]!.name : '';
          showSnackbar({
            text: name ? t('class.added.one', { name, class: cls.name }) : t('class.added', { count: added, class: cls.name }),
            type: 'success',
            ...(members.length > 0 && {
              action: undo(
                classMembers.removeMember,
                members.map((memberId) => ({ params: { id: cls.id, memberId } })),
                { wordsOf: (error) => errorText(t, error) },
              ),
            }),
          });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t(`class.add.${role}.to`, { name: cls.name })}
      action={t('class.add')}
      disabled={chosen.length === 0 || add.isPending}
      onClose={onClose}
      onAction={send}
    >
      {role === 'teacher' && <p className="class-ask">{t('class.add.teacher.text')}</p>}
      {add.error && <FormProblem>{errorText(t, add.error)}</FormProblem>}
      <PeopleFinder classId={cls.id} as={role} many chosen={chosen} onChoose={setChosen} />
    </ConfirmDialog>
  );
}
