import type { Step } from '@fundus/contract/assignments/assignments';
import type { WorkOf } from '@fundus/contract/assignments/results';
import type { Class } from '@fundus/contract/classes/classes';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { resultsHref } from '../assignment-href.ts';
import { WorkRow } from './WorkRow.tsx';
import '../../lists/line.css';

type Props = { cls: Class; assignmentId: string; step: Step; place: number; work: WorkOf; onClose: () => void };

/** Shows a learner's work on one step with the teacher's actions. */
export function WorkDialog({ cls, assignmentId, step, place, work, onClose }: Props) {
  const { t } = useT();
  return (
    <Dialog
      open
      title={work.name}
      closeLabel={t('app.close')}
      onClose={onClose}
      foot={
        <Button variant="line" onClick={onClose}>
          {t('app.close')}
        </Button>
      }
    >
      <ul className="lines">
        <WorkRow
          assignmentId={assignmentId}
          work={work}
          name={`${place}. ${step.title}`}
          about={work.name}
          closed={cls.state !== 'active'}
        />
      </ul>
      <p className="small">
        <Link href={resultsHref(cls.id, { learner: work.member_id, step: step.id })} onClick={onClose}>
          {t('assignment.results.ofLearner', { name: work.name })}
        </Link>
      </p>
    </Dialog>
  );
}
