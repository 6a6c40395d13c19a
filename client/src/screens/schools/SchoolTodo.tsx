import { invitations } from '@fundus/contract/invitations/invitations';
import { people } from '@fundus/contract/people/people';
import { schools, type School } from '@fundus/contract/schools/schools';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChevronRight, UserCheck, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '../../api/query.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { viewHref } from './school-view.ts';
import './schools.css';

/** What waits for whoever looks after the school: people to let in, licences that end. */
export function SchoolTodo({ school, id }: { school: School; id: string }) {
  const { t } = useT();
  const { can } = school;
  const here = { school: school.id, limit: 1 };
  const waiting = useQuery({ ...query(people.list, { query: here }), staleTime: 0, enabled: can.seePeople });
  const asked = useQuery({ ...query(invitations.applications, { query: here }), staleTime: 0, enabled: can.seePeople });
  const ending = useQuery({
    ...query(schools.media, { params: { id: school.id }, query: { show: 'expiring', limit: 1 } }),
    staleTime: 0,
    enabled: can.seePeople && can.seeMedia,
  });
  if (!can.seePeople) return null;
  const failed = [waiting, asked, ending].find((read) => read.error && !read.data);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!waiting.data || !asked.data || !ending.data) return null;
  const all: [number, ReactNode, string, string][] = [
    [
      waiting.data.waiting,
      <UserCheck key="waiting" />,
      t('schools.todo.waiting', { count: waiting.data.waiting }),
      viewHref({ id, tab: 'people', state: 'pending_approval' }),
    ],
    [
      asked.data.total,
      <UserPlus key="asked" />,
      t('schools.todo.asked', { count: asked.data.total }),
      viewHref({ id, tab: 'invitations' }),
    ],
    [
      ending.data.total,
      <CalendarClock key="ending" />,
      t('schools.todo.expiring', { count: ending.data.total }),
      viewHref({ id, tab: 'media', state: 'expiring' }),
    ],
  ];
  const there = all.filter(([count]) => count > 0);
  return (
    <section className="school-todo" aria-label={t('schools.todo')}>
      <h2>{t('schools.todo')}</h2>
      {there.length === 0 && <p className="quiet">{t('schools.todo.none')}</p>}
      {there.length > 0 && (
        <ul className="lines">
          {there.map(([, icon, words, address]) => (
            <li key={address}>
              <Link href={address}>
                {icon}
                <span>{words}</span>
                <ChevronRight />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
