import { COMMENT_LENGTH } from '@fundus/contract/assignments/assignments';
import { assignmentResults, type WorkOf } from '@fundus/contract/assignments/results';
import { Check, Circle, CircleCheck, CircleDot, Hand, HandHelping, MessageSquareText, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Link } from '../../../ui/Link.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { RESULT_READS, showError, errorText } from '../assignment-reads.ts';
import '../../lists/line.css';
import './results.css';
import '../../../ui/button.css';

type Props = {
  assignmentId: string;
  work: WorkOf;
  /** Learner or step that the row is about. */
  name: string;
  to?: string;
  /** Step or learner that all rows have in common. It is part of the button labels. */
  about: string;
  /** True if the class is not active. */
  closed: boolean;
  /** Id of the row's element. */
  anchor?: string;
  /** True if the address points to this row. */
  here?: boolean;
};

/** Shows a learner's work on a step and the teacher's actions: mark as done, comment, or mark help as given. */
export function WorkRow({ assignmentId, work, name, to, about, closed, anchor, here = false }: Props) {
  const { t } = useT();
  const [writing, setWriting] = useState(false);
  const review = useCall(assignmentResults.reviewWork, RESULT_READS);
  const undo = useUndo(RESULT_READS);
  const { state, answer, comment, needs_help: help, by_teacher: byHand } = work;
  const params = { id: assignmentId, stepId: work.step_id, memberId: work.member_id };
  const done = state === 'completed';
  const Sign = help ? Hand : { not_started: Circle, started: CircleDot, completed: CircleCheck }[state];
  const facts = [
    !done && work.watched > 0 && t('assignment.own.watched', { percent: work.watched }),
    work.score !== null && t('assignment.own.score', { percent: work.score }),
    work.attempts > 1 && t('assignment.tried', { count: work.attempts }),
    work.late && t('assignment.late'),
    byHand && t('assignment.byHand'),
    work.doubt && t('assignment.doubt'),
  ].filter(Boolean);
  const mark = (is: boolean) =>
    review.mutate(
      { params, body: { done: is } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t(is ? 'assignment.marked' : 'assignment.unmarked', { name: `${name}, ${about}` }),
            type: 'success',
            action: undo(assignmentResults.reviewWork, { params, body: { done: !is } }),
          }),
        onError: showError,
      },
    );
  return (
    <li className="work-row" id={anchor} data-here={here || undefined} {...(anchor !== undefined && { tabIndex: -1 })}>
      <div className="work-row-head">
        <h3>{to ? <Link href={to}>{name}</Link> : name}</h3>
        <span className="results-cell" data-state={help ? 'help' : state}>
          <span>
            <Sign className="i-16" aria-hidden="true" />
            {t(help ? 'assignment.needsHelp' : `assignment.cell.${state}`)}
          </span>
        </span>
        {facts.length > 0 && <span className="quiet small">{joinFacts(facts)}</span>}
      </div>
      {answer && <p className="line-words">{answer}</p>}
      {comment && !writing && (
        <p className="work-row-comment">
          <span className="small-print">{t('assignment.comment.yours')}</span>
          {comment}
        </p>
      )}
      {!closed && !writing && (
        <div className="work-row-does btn-flush-phone">
          <Button
            icon={<MessageSquareText />}
            aria-label={`${t(comment ? 'assignment.comment.change' : 'assignment.comment')}: ${name}, ${about}`}
            onClick={() => setWriting(true)}
          >
            {t(comment ? 'assignment.comment.change' : 'assignment.comment')}
          </Button>
          {(!done || byHand) && (
            <Button
              icon={done ? <Undo2 /> : <Check />}
              disabled={review.isPending}
              aria-label={`${t(done ? 'assignment.unmark' : 'assignment.mark')}: ${name}, ${about}`}
              onClick={() => mark(!done)}
            >
              {t(done ? 'assignment.unmark' : 'assignment.mark')}
            </Button>
          )}
          {help && (
            <Button
              icon={<HandHelping />}
              disabled={review.isPending}
              aria-label={`${t('assignment.helped')}: ${name}, ${about}`}
              onClick={() =>
                review.mutate(
                  { params, body: { helped: true } },
                  {
                    onSuccess: () => showSnackbar({ text: t('assignment.helped.done', { name: `${name}, ${about}` }), type: 'success' }),
                    onError: showError,
                  },
                )
              }
            >
              {t('assignment.helped')}
            </Button>
          )}
        </div>
      )}
      {writing && <CommentForm params={params} comment={comment} onDone={() => setWriting(false)} />}
    </li>
  );
}

type FormProps = { params: { id: string; stepId: string; memberId: string }; comment: string; onDone: () => void };

/** Shows the comment field, which keeps the text until it is saved. */
function CommentForm({ params, comment, onDone }: FormProps) {
  const { t } = useT();
  const review = useCall(assignmentResults.reviewWork, RESULT_READS);
  const [words, setWords] = useState(comment);
  const release = useUnsaved('changes', words.trim() !== comment, { view: true });
  const send = () =>
    review.mutate(
      { params, body: { comment: words.trim() } },
      {
        onSuccess: () => {
          release();
          showSnackbar({ text: t('assignment.comment.sent'), type: 'success' });
          onDone();
        },
      },
    );
  return (
    <form
      className="work-row-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormProblem>{review.error && errorText(t, review.error)}</FormProblem>
      <TextArea
        // The user has opened the field to type a comment.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        label={t('assignment.comment')}
        hint={t('assignment.comment.hint')}
        value={words}
        maxLength={COMMENT_LENGTH}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="work-row-does">
        <Button type="submit" variant="primary" disabled={review.isPending || words.trim() === comment}>
          {t('assignment.comment.send')}
        </Button>
        <Button onClick={onDone}>{t('app.cancel')}</Button>
      </div>
    </form>
  );
}
