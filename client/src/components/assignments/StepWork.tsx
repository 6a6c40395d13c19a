import { ANSWER_LENGTH, type Assignment, type OwnWork, type Report, type Step } from '@fundus/contract/assignments/assignments';
import type { AppError } from '@fundus/contract/errors';
import { CircleCheck, Hand, MessageSquareText, Send, Square, SquareCheck } from 'lucide-react';
import { Children, useState, type ReactNode } from 'react';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUnsaved } from '../../stores/unsaved.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { errorText } from './assignment-reads.ts';
import { useReport } from './use-report.ts';
import './step-work.css';

type Props = { one: Assignment; step: Step; work: OwnWork; /** Buttons that open the step. */ children?: ReactNode };

/** Shows the learner's work on a step: answer, completion, request for help, and the teacher's feedback. */
export function StepWork({ one, step, work, children }: Props) {
  const { t } = useT();
  const report = useReport(one.id, step.id);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError | null>(null);
  const may = one.can.work && step.open;
  const done = work.state === 'completed';
  const send = async (what: Report): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    return report(what)
      .then(() => true)
      .catch((error: AppError) => (setProblem(error), false))
      .finally(() => setBusy(false));
  };
  // An answer field is the main action of a step that opens nothing.
  const answersOnly = step.completion === 'answer_text' && Children.toArray(children).length === 0;
  const help = may && !done && (
    <Button
      flush
      className="step-work-help"
      icon={<Hand />}
      aria-pressed={work.needs_help}
      disabled={busy}
      onClick={() => void send({ event: 'help', wanted: !work.needs_help })}
    >
      {t('assignment.own.help')}
    </Button>
  );
  const actions = (
    <div className="step-work-does">
      {children}
      {may && step.completion === 'self_marked' && (
        <Button
          variant="line"
          icon={done ? <SquareCheck /> : <Square />}
          aria-pressed={done}
          disabled={busy}
          onClick={() => void send({ event: 'mark', done: !done })}
        >
          {t('assignment.own.mark')}
        </Button>
      )}
      {help}
    </div>
  );
  return (
    <div className="step-work">
      {!answersOnly && actions}
      <FormProblem>{problem && errorText(t, problem)}</FormProblem>
      {step.completion === 'answer_text' && (
        <Answer one={one} work={work} may={may} busy={busy} send={send}>
          {answersOnly && help}
        </Answer>
      )}
      {!done && work.needs_help && (
        <p className="step-work-said" role="status">
          {t('assignment.own.help.said')}
        </p>
      )}
      <StepProgress step={step} work={work} most={one.attempts} />
      {work.unread && (
        <p className="step-work-new">
          <MessageSquareText className="i-16" aria-hidden="true" /> {t('assignment.feedback.step')}
        </p>
      )}
      {work.comment && (
        <div className="step-work-comment">
          <MessageSquareText aria-hidden="true" />
          <p>
            <span className="small-print">{t('assignment.own.comment')}</span>
            {work.comment}
          </p>
        </div>
      )}
    </div>
  );
}

/** Shows the learner's progress in a step. */
function StepProgress({ step, work, most }: { step: Step; work: OwnWork; most: number | null }) {
  const { t } = useT();
  const { completion } = step;
  if (work.state === 'completed')
    return (
      <p className="step-work-done">
        <CircleCheck className="i-16" aria-hidden="true" />
        {joinFacts([
          t('assignment.own.completed'),
          work.late && t('assignment.own.late'),
          completion === 'score' && work.score !== null && t('assignment.own.score', { percent: work.score }),
        ])}
      </p>
    );
  const facts = [
    completion === 'viewed' && work.watched > 0 && t('assignment.own.watched', { percent: work.watched }),
    completion === 'score' && t('assignment.own.pass', { percent: step.pass_percent ?? 0 }),
    completion === 'score' && work.score !== null && t('assignment.own.score', { percent: work.score }),
    completion === 'score' && most !== null && t('assignment.own.attempts', { count: Math.max(0, most - work.attempts) }),
  ].filter(Boolean);
  return facts.length > 0 ? <p className="step-work-far quiet small">{joinFacts(facts)}</p> : null;
}

type AnswerProps = {
  one: Assignment;
  work: OwnWork;
  may: boolean;
  busy: boolean;
  send: (report: Report) => Promise<boolean>;
  /** Buttons beside the one that submits the answer. */ children?: ReactNode;
};

/** Shows the answer field, which keeps the text until it is saved. */
function Answer({ one, work, may, busy, send, children }: AnswerProps) {
  const { t } = useT();
  const [words, setWords] = useState<string | null>(null);
  const left = one.attempts === null ? Infinity : one.attempts - work.attempts;
  const changed = words !== null && words.trim() !== work.answer;
  useUnsaved('changes', changed, { view: true });
  if (!may || left <= 0)
    return (
      <>
        {work.answer && (
          <div className="step-work-answer">
            <p className="small-print">{t('assignment.own.answer')}</p>
            <p>{work.answer}</p>
          </div>
        )}
        {children}
      </>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!changed || words.trim() === '') return;
        void send({ event: 'answer', text: words.trim() }).then((taken) => {
          if (!taken) return;
          setWords(null);
          showSnackbar({ text: t('assignment.own.sent'), type: 'success' });
        });
      }}
    >
      <TextArea
        label={t('assignment.own.answer')}
        rows={4}
        value={words ?? work.answer}
        maxLength={ANSWER_LENGTH}
        {...(Number.isFinite(left) && { hint: t('assignment.own.attempts', { count: left }) })}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="step-work-does">
        {(changed || work.answer === '') && (
          <Button type="submit" variant="primary" icon={<Send />} disabled={busy || (words ?? '').trim() === '' || !changed}>
            {t(work.answer === '' ? 'assignment.own.send' : 'assignment.own.send.again')}
          </Button>
        )}
        {children}
      </div>
    </form>
  );
}
