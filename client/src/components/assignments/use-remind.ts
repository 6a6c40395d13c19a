import type { AssignmentLine } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { tellProblem } from './assignment-reads.ts';

/** Returns a function that reminds all learners who have not finished, or one of them, and shows how many were reminded. */
export function useRemind({ id }: Pick<AssignmentLine, 'id'>) {
  const { t } = useT();
  const remind = useCall(assignmentResults.remind);
  const send = (member?: { id: string; name: string }) =>
    remind.mutate(
      { params: { id }, body: { ...(member && { members: [member.id] }) } },
      {
        onSuccess: ({ reminded, before }) => {
          const text =
            reminded > 0
              ? member
                ? t('assignment.reminded.one', { name: member.name })
                : t('assignment.reminded', { count: reminded })
              : t(before > 0 ? 'assignment.reminded.before' : 'assignment.reminded.none');
          showSnackbar({ text, type: reminded > 0 ? 'success' : 'info' });
        },
        onError: tellProblem,
      },
    );
  return { send, busy: remind.isPending };
}
