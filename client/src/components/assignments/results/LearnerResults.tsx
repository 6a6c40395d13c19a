import { assignmentResults } from '@fundus/contract/assignments/results';
import type { Class } from '@fundus/contract/classes/classes';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';
import { formatDateUnbroken } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../page/PageHeading.tsx';
import { resultsHref } from '../assignment-href.ts';
import { BellRing } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { ResultsWaiting } from './ResultsWaiting.tsx';
import { useScrollToTarget } from '../use-arrival.ts';
import { useRemind } from '../use-remind.ts';
import { WorkRow } from './WorkRow.tsx';
import '../../lists/line.css';
import './results.css';

const workAnchor = (stepId: string): string => `work-${stepId}`;

type Props = { cls: Class; memberId: string; /** Id of the step to scroll to. */ stepId: string | null };

/** Shows all results of one learner. Times are shown only as days. */
export function LearnerResults({ cls, memberId, stepId }: Props) {
  const { t, locale } = useT();
  const read = useQuery({ ...query(assignmentResults.ofLearner, { params: { id: cls.id, memberId } }), staleTime: 0 });
  useScrollToTarget(read.data && stepId !== null ? workAnchor(stepId) : null);
  if (!read.data) return <ResultsWaiting cls={cls} error={read.error} onRetry={() => void read.refetch()} />;
  const { learner, assignments, work } = read.data;
  const groups = cls.groups.filter(({ id }) => learner.groups.includes(id)).map(({ name }) => name);
  const isOpen = (id: string): boolean =>
    assignments.find((one) => one.id === id)!.steps.some((step) => work.find(({ step_id }) => step_id === step.id)?.state !== 'completed');
  return (
    <>
      <header>
        <PageHeading title={`${learner.name} · ${cls.name}`}>{learner.name}</PageHeading>
        <p className="line-facts">
          {groups.map((name) => (
            <span key={name}>{name}</span>
          ))}
          <span>
            {learner.active_now
              ? t('assignment.results.now')
              : learner.last_on
                ? t('assignment.results.last', { date: formatDateUnbroken(learner.last_on, 'long', locale) })
                : t('assignment.results.never')}
          </span>
        </p>
      </header>
      {assignments.length === 0 && <p className="quiet">{t('assignment.results.learner.none')}</p>}
      {assignments.map(({ id, title, steps }) => (
        <section key={id} className="results-part" aria-labelledby={`results-${id}`}>
          <div className="results-part-head">
            <h2 id={`results-${id}`}>
              <Link href={resultsHref(cls.id, { assignment: id })}>{title}</Link>
            </h2>
            {cls.state === 'active' && isOpen(id) && <RemindButton id={id} title={title} member={{ id: memberId, name: learner.name }} />}
          </div>
          <ul className="lines">
            {steps.map((step) => {
              const own = work.find(({ step_id }) => step_id === step.id);
              return (
                own && (
                  <WorkRow
                    key={step.id}
                    anchor={workAnchor(step.id)}
                    here={step.id === stepId}
                    assignmentId={id}
                    work={own}
                    name={step.title}
                    about={learner.name}
                    closed={cls.state !== 'active'}
                  />
                )
              );
            })}
          </ul>
        </section>
      ))}
      <DoubtNote work={work} />
    </>
  );
}

type RemindProps = { id: string; title: string; member: { id: string; name: string } };

function RemindButton({ id, title, member }: RemindProps) {
  const { t } = useT();
  const remind = useRemind({ id });
  return (
    <Button
      icon={<BellRing />}
      aria-label={t('assignment.remind.of', { name: member.name, title })}
      disabled={remind.busy}
      onClick={() => remind.send([member])}
    >
      {t('assignment.remind')}
    </Button>
  );
}

/** Explains the mark "implausible" if a row has it. */
export function DoubtNote({ work }: { work: readonly { doubt: boolean }[] }) {
  const { t } = useT();
  return work.some(({ doubt }) => doubt) ? <p className="small-print">{t('assignment.doubt.hint')}</p> : null;
}
