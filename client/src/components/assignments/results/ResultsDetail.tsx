import type { Class } from '@fundus/contract/classes/classes';
import { useT } from '../../../i18n/translate.ts';
import { Crumb } from '../../page/Crumb.tsx';
import type { Go } from '../../page/screen.ts';
import { resultsHref, type AssignmentView } from '../assignment-href.ts';
import { AssignmentResults } from './AssignmentResults.tsx';
import { LearnerResults } from './LearnerResults.tsx';
import { useResultsLive } from './use-results-live.ts';
import './results.css';

/** Shows the results of one learner or one assignment. */
export function ResultsDetail({ cls, view: { learner, assignment, step }, go }: { cls: Class; view: AssignmentView; go: Go }) {
  const { t } = useT();
  useResultsLive(cls.id);
  return (
    <div className="wrap results-page">
      <Crumb label={t('assignment.crumb')} to={resultsHref(cls.id)} name={cls.name} part={t('class.tab.results')} />
      {learner ? (
        <LearnerResults key={learner} cls={cls} memberId={learner} stepId={step} />
      ) : (
        <AssignmentResults cls={cls} id={assignment!} stepId={step} go={go} />
      )}
    </div>
  );
}
