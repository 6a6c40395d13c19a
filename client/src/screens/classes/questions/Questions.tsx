import type { Class } from '@fundus/contract/classes/classes';
import { classQuestions, QUESTION_REASONS, type ClassQuestion } from '@fundus/contract/classes/questions';
import { useQuery } from '@tanstack/react-query';
import { Check, Hourglass, MessageCircleOff, Share2, Ticket, X } from 'lucide-react';
import { query, useCall } from '../../../api/query.ts';
import { mediaHref } from '../../../components/media/media-context.ts';
import { SmallCover } from '../../../components/media/finder/SmallCover.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { CLASS_MEDIA_READS, showError } from '../problems.ts';
import '../../../ui/button.css';
import '../../../ui/list.css';
import '../../../components/lists/line.css';
import '../../../components/media/licence-badge.css';
import './questions.css';

const READS = { refreshes: [classQuestions.questions, ...CLASS_MEDIA_READS.refreshes] };

/** Shows the media that learners of a class have asked for. Teachers can answer, and learners see the answers to their own questions. */
export function Questions({ cls, learner }: { cls: Class; learner: boolean }) {
  const { t } = useT();
  const result = useQuery({ ...query(classQuestions.questions, { params: { id: cls.id } }), staleTime: 5_000 });
  if (!result.data) return result.error && <Failed error={result.error} onRetry={() => void result.refetch()} />;
  if (result.data.items.length === 0) return null;
  return (
    <section className="class-questions" aria-labelledby="class-questions">
      <h2 id="class-questions">{t(learner ? 'class.questions.own' : 'class.questions')}</h2>
      <ul className="lines">
        {result.data.items.map((question) => (
          <li key={question.id} className="cover-row">
            <SmallCover item={question.item} />
            <div className="class-question-text">
              <h3>
                {question.item ? (
                  <Link href={mediaHref(question.item.can.play ? 'media' : 'catalogue', question.identifier)}>
                    {question.item.display.title}
                  </Link>
                ) : (
                  question.title
                )}
              </h3>
              {learner ? <Answered question={question} /> : <QuestionForTeachers question={question} />}
            </div>
            {cls.can.share && !learner && <Answering cls={cls} question={question} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SIGNS = { open: Hourglass, shared: Check, declined: MessageCircleOff };

/** Shows a learner the answer to a question. */
function Answered({ question: { state, reason, at } }: { question: ClassQuestion }) {
  const { t, locale } = useT();
  const Sign = SIGNS[state];
  return (
    <p className="state">
      <Sign className="i-16" />
      {t(`class.question.${state === 'declined' ? reason! : state}`, { date: formatDate(at, 'short', locale) })}
    </p>
  );
}

/** Shows a question to the teachers. */
function QuestionForTeachers({ question: { count, at, may, seats } }: { question: ClassQuestion }) {
  const { t, locale } = useT();
  return (
    <p className="line-facts">
      <span>{t('class.question.count', { count, date: formatDate(at, 'short', locale) })}</span>
      {may === 'seats' && seats > 0 && <span>{t('class.question.seats', { count: seats })}</span>}
      {may === 'none' && <span>{t('class.question.none')}</span>}
    </p>
  );
}

function Answering({ cls, question }: { cls: Class; question: ClassQuestion }) {
  const { t } = useT();
  const answer = useCall(classQuestions.answer, READS);
  const undo = useUndo(READS);
  const { id, title, may } = question;
  const params = { id: cls.id, questionId: id };
  const share = () =>
    answer.mutate(
      { params, body: { answer: 'share' } },
      {
        onSuccess: ({ seated, without_seat }) =>
          showSnackbar({
            text: [
              t('share.done', { count: 1, title, names: cls.name }),
              seated > 0 && t('share.seats.done', { count: seated }),
              without_seat > 0 && t('share.seats.without', { count: without_seat }),
            ]
              .filter(Boolean)
              .join(' '),
            type: 'success',
          }),
        onError: (error) =>
          error.details?.reason === 'no_licence' ? showSnackbar({ text: t('class.question.none'), type: 'error' }) : showError(error),
      },
    );
  const decline = (reason: (typeof QUESTION_REASONS)[number]) =>
    answer.mutate(
      { params, body: { answer: 'decline', reason } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('class.question.declined', { title }),
            action: undo(classQuestions.answer, { params, body: { answer: 'reopen' } }),
          }),
        onError: showError,
      },
    );
  return (
    <div className="class-question-does">
      {may !== 'none' && (
        <Button
          variant="line"
          icon={may === 'seats' ? <Ticket /> : <Share2 />}
          disabled={answer.isPending}
          aria-label={t('class.question.share.name', { title })}
          onClick={share}
        >
          {t('share.action')}
        </Button>
      )}
      <Menu
        className={may === 'none' ? 'btn btn-flush-phone' : 'btn'}
        label={t('class.question.decline.name', { title })}
        trigger={
          <>
            <X />
            <span aria-hidden="true">{t('class.decline')}</span>
          </>
        }
        sections={[
          {
            items: QUESTION_REASONS.map((reason) => ({
              label: t(`class.question.reason.${reason}`),
              onSelect: () => decline(reason),
            })),
          },
        ]}
      />
    </div>
  );
}
