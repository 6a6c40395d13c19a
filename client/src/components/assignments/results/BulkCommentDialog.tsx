import { COMMENT_LENGTH, type Assignment } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { RESULT_READS, errorText } from '../assignment-reads.ts';
import type { MatrixRow } from './matrix-order.ts';

type Props = { one: Assignment; rows: readonly MatrixRow[]; onClose: () => void; onDone: () => void };

/** Sends the same comment on a step to all selected learners. */
export function BulkCommentDialog({ one, rows, onClose, onDone }: Props) {
  const { t } = useT();
  const [stepId, setStepId] = useState(() => firstStep(one, rows));
  const [words, setWords] = useState('');
  const [replace, setReplace] = useState(false);
  const send = useCall(assignmentResults.commentAll, RESULT_READS);
  const release = useUnsaved('changes', words.trim() !== '', { view: true });
  const have = rows.filter(({ work }) => work.some((each) => each.step_id === stepId && each.comment !== '')).length;
  const onSend = () =>
    send.mutate(
      { params: { id: one.id, stepId }, body: { members: rows.map(({ id }) => id), comment: words.trim(), replace } },
      {
        onSuccess: ({ commented, kept }) => {
          release();
          const sent = t('assignment.comments.sent', { count: commented });
          showSnackbar({
            text: kept > 0 ? `${sent} ${t('assignment.comments.kept', { count: kept })}` : sent,
            type: commented > 0 ? 'success' : 'info',
          });
          onDone();
        },
      },
    );
  return (
    <FormDialog
      title={t('assignment.comments.title', { count: rows.length })}
      action={t('assignment.comment.send')}
      disabled={send.isPending || words.trim() === ''}
      problem={send.error ? errorText(t, send.error) : null}
      onSend={onSend}
      onClose={onClose}
    >
      {one.contents.length > 1 && (
        <SelectField
          label={t('assignment.comments.step')}
          value={stepId}
          options={one.contents.map(({ id, title }, i) => ({ value: id, label: `${i + 1}. ${title}` }))}
          onChange={setStepId}
        />
      )}
      <TextArea
        label={t('assignment.comment')}
        hint={t('assignment.comments.hint')}
        value={words}
        maxLength={COMMENT_LENGTH}
        onChange={(event) => setWords(event.target.value)}
      />
      {have > 0 && (
        <Checkbox
          label={t('assignment.comments.replace', { count: have })}
          checked={replace}
          onChange={(event) => setReplace(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}

/** Returns the first step in which one of the learners needs help. Falls back to the first step with an answer, then to the first step. */
function firstStep({ contents }: Assignment, rows: readonly MatrixRow[]): string {
  const work = rows.flatMap((row) => row.work);
  const has = (test: (each: MatrixRow['work'][number]) => boolean) =>
    contents.find(({ id }) => work.some((each) => each.step_id === id && test(each)));
  return (has((each) => each.needs_help) ?? has(({ answer }) => answer !== '') ?? contents[0]!).id;
}
