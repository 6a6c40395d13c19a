/** Reads the classes in which the user may share media: owned classes, shared classes and, for administrators, all classes of the school. */
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryAll } from '../../api/read-all.ts';
import { useSession } from '../../stores/session.ts';

/** Returns the classes with their load state. `q` is a part of the name, for administrators of schools with many classes. */
export function useClassLines(q: string) {
  const { user } = useSession();
  const own = useQuery({ ...queryAll(classes.list, { query: { show: 'own' } }), staleTime: 0 });
  const shared = useQuery({ ...queryAll(classes.list, { query: { show: 'shared' } }), staleTime: 0 });
  const whole = useQuery({
    ...queryAll(classes.ofSchool, { params: { id: (user && user.school_id) || '' }, query: { q } }),
    enabled: own.data?.can.seeSchool === true,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const loaded = Boolean(own.data && shared.data && (whole.data || !own.data.can.seeSchool));
  const mine = recentFirst([...(own.data?.items ?? []), ...(shared.data?.items ?? [])]);
  const others = (whole.data?.items ?? []).filter(({ id, state }) => state === 'active' && !mine.some((line) => line.id === id));
  return {
    loaded,
    failed: own.error ?? shared.error ?? whole.error,
    lines: loaded ? [...mine, ...others] : [],
    refetch: () => {
      void own.refetch();
      void shared.refetch();
      if (own.data?.can.seeSchool) void whole.refetch();
    },
  };
}

/** Returns the active classes, most recently used first. */
const recentFirst = (lines: readonly ClassLine[]): ClassLine[] =>
  lines
    .filter(({ state }) => state === 'active')
    .sort((a, b) => (b.last_activity ?? '').localeCompare(a.last_activity ?? '') || a.name.localeCompare(b.name, 'de', { numeric: true }));
