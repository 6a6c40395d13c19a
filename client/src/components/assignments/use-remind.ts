import type { AssignmentLine } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { showError } from './assignment-reads.ts';

/** Returns a function that reminds unfinished learners, either all or the given ones, and shows how many were reminded. */
export function useRemind({ id }: Pick<AssignmentLine, 'id'>) {
  const { t } = useT();
  const remind = useCall(assignmentResults.remind);
  const send = (members?: readonly { id: string; name: string }[], done?: () => void) =>
    remind.mutate(
      { params: { id }, body: { ...(members && { members: members.map((member) => member.id) }) } },
      {
        onSuccess: ({ reminded, before }) => {
          const text =
            reminded > 0
              ? members?.length === 1
                ? t('assignment.reminded.one', { name: members[0]!.name })
                : t('assignment.reminded', { count: reminded })
              : t(before > 0 ? 'assignment.reminded.before' : 'assignment.reminded.none');
          showSnackbar({ text, type: reminded > 0 ? 'success' : 'info' });
          done?.();
        },
        onError: showError,
      },
    );
  return { send, busy: remind.isPending };
}
