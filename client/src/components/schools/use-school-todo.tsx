import { invitations } from '@fundus/contract/invitations/invitations';
import { people } from '@fundus/contract/people/people';
import { schools, type School } from '@fundus/contract/schools/schools';
import { href } from '@fundus/contract/screens';
import { yearDue } from '@fundus/contract/year-change/due';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ShoppingBag, UserCheck, UserPlus } from 'lucide-react';
import { query } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import type { Todo } from '../page/TodoList.tsx';

/**
 * Returns the pending tasks of a school manager: people to approve, requests to join, orders, trials, wishes, and expiring licences. `id` is the
 * school in the address, empty for the user's own school. Sends no requests if the user does not manage the school.
 */
export function useSchoolTodo(school: School | null, id = '') {
  const { t } = useT();
  const { user } = useSession();
  const manages = school !== null && school.can.seePeople;
  const here = { school: school?.id ?? '' };
  const waiting = useQuery({ ...query(people.list, { query: { ...here, limit: 1 } }), staleTime: 0, enabled: manages });
  const requests = useQuery({ ...query(invitations.applications, { query: { ...here, limit: 1 } }), staleTime: 0, enabled: manages });
  const ending = useQuery({
    ...query(schools.media, { params: { id: here.school }, query: { show: 'expiring', limit: 1 } }),
    staleTime: 0,
    enabled: manages && school.can.seeMedia,
  });
  // District staff cannot see classes.
  const year = useQuery({ ...query(yearDue.due), staleTime: 0, enabled: manages && user && user.school_id === school.id });
  const own = useQuery({ ...query(schools.waiting), staleTime: 0, enabled: manages && user && user.school_id === school.id });
  const { orders = 0, trials = 0, wishes = 0 } = own.data ?? {};
  const at = (tab: string, state = '') => href('school', {}, { id, state, tab });
  const toOrders = href('marketplace', {}, { tab: 'orders', all: '1' });
  const counts = [waiting.data?.waiting ?? 0, requests.data?.total ?? 0, ending.data?.total ?? 0] as const;
  const items: Todo[] = [
    {
      group: 'requests',
      icon: <UserCheck />,
      count: counts[0],
      words: t('schools.todo.waiting', { count: counts[0] }),
      href: at('people', 'pending_approval'),
    },
    {
      group: 'requests',
      icon: <UserPlus />,
      count: counts[1],
      words: t('schools.todo.asked', { count: counts[1] }),
      href: at('invitations'),
    },
    { group: 'requests', icon: <ShoppingBag />, count: orders, words: t('schools.todo.orders', { count: orders }), href: toOrders },
    { group: 'requests', icon: <ShoppingBag />, count: trials, words: t('schools.todo.trials', { count: trials }), href: toOrders },
    {
      group: 'requests',
      icon: <ShoppingBag />,
      count: wishes,
      words: t('schools.todo.wishes', { count: wishes }),
      href: href('library', { tab: 'wishes' }),
    },
    {
      group: 'upkeep',
      icon: <CalendarClock />,
      count: counts[2],
      words: t('schools.todo.expiring', { count: counts[2] }),
      href: at('media', 'expiring'),
    },
    {
      group: 'upkeep',
      icon: <CalendarClock />,
      count: year.data?.due ? 1 : 0,
      words: t(year.data?.state === 'open' ? 'year.todo.open' : 'year.todo', { year: year.data?.to_year ?? '' }),
      href: at('year'),
    },
  ];
  const reads = [waiting, requests, ending, year, own];
  return {
    manages,
    items: items.filter(({ count }) => count > 0),
    isLoading: reads.some(({ isLoading }) => isLoading),
    failed: reads.find((read) => read.error && !read.data),
  };
}
