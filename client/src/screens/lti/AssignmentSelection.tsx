import { ltiVisit, type PickedItem, type Visit } from '@fundus/contract/lti/lti';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { formatDateUnbroken } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { ConnectForm } from './ConnectCourse.tsx';
import '../../ui/list.css';
import './lti.css';
import type { ChosenItems } from './chosen.ts';

type Props = { visit: Visit; chosen: ChosenItems; onChoose: (item: PickedItem, wanted: boolean) => void; onVisit: (visit: Visit) => void };

/** Lists assignments of the class that is linked to the course. */
export function AssignmentSelection({ visit, chosen, onChoose, onVisit }: Props) {
  const { t, locale } = useT();
  const read = useQuery({ ...query(ltiVisit.tasks), enabled: visit.course !== null, staleTime: 0 });
  if (visit.course === null) return <ConnectForm level={2} onVisit={onVisit} />;
  if (read.error) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <PlaceholderLines />;
  const { class_name } = visit.course;
  const { items } = read.data;
  if (items.length === 0)
    return (
      <EmptyState icon={<ClipboardList />} title={t('lti.pick.noTasks')}>
        <p>{t('lti.pick.noTasks.hint', { class: class_name })}</p>
      </EmptyState>
    );
  return (
    <>
      <p className="quiet">{t('lti.pick.class', { class: class_name })}</p>
      <ul className="lines">
        {items.map(({ id, title, steps, due_at }) => (
          <li key={id} className="lti-row">
            <Checkbox
              label={title}
              hint={joinFacts([
                t('lti.pick.taskFacts', { count: steps }),
                due_at !== null && t('lti.pick.taskUntil', { date: formatDateUnbroken(due_at, 'long', locale) }),
              ])}
              checked={chosen.has(`task ${id}`)}
              onChange={(event) => onChoose({ kind: 'task', id }, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
