/** Media lists on the start page. Learners see lists released to them; teachers see planned, own and recommended lists. */
import { hasAccount } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import { medialists, type ListCheck, type ListLine } from '@fundus/contract/medialists/medialists';
import { useQueries, useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { useSession } from '../../stores/session.ts';

const MAX = 8;

export type PlannedList = { line: ListLine; check: ListCheck | undefined };

const listsOf = (scope: 'mine' | 'shared' | 'editorial' | 'released') => ({
  ...query(medialists.list, { query: { scope, limit: MAX } }),
  staleTime: 0,
});

type Lists = {
  released: ListLine[];
  /** The user's lists except planned ones, most recently changed first. */
  mine: ListLine[];
  editorial: ListLine[];
  planned: PlannedList[];
  isLoading: boolean;
};

export function useLists(pupil: boolean): Lists {
  const { user } = useSession();
  const works = !pupil && hasAccount(user);
  const released = useQuery({ ...listsOf('released'), enabled: pupil });
  // Planned lists are picked from these.
  const mine = useQuery({ ...listsOf('mine'), enabled: works });
  const scopes = works ? (mine.data?.scopes ?? []) : [];
  const shared = useQuery({ ...listsOf('shared'), enabled: scopes.includes('shared') });
  const editorial = useQuery({ ...listsOf('editorial'), enabled: scopes.includes('editorial') });
  const day = today(new Date());
  const soon = [...(mine.data?.items ?? []), ...(shared.data?.items ?? [])]
    .filter(({ planned_for: on }) => on === day || on === shiftDay(day, 1))
    .sort((a, b) => a.planned_for!.localeCompare(b.planned_for!));
  const checks = useQueries({
    queries: soon.map(({ id, planned_for }) => ({
      ...query(medialists.check, { params: { id }, query: { date: planned_for! } }),
      staleTime: 0,
    })),
  });
  return {
    released: released.data?.items ?? [],
    mine: (mine.data?.items ?? []).filter(({ id }) => !soon.some((line) => line.id === id)),
    editorial: editorial.data?.items ?? [],
    planned: soon.map((line, i) => ({ line, check: checks[i]?.data })),
    isLoading: [released, mine, shared, editorial, ...checks].some(({ isLoading }) => isLoading),
  };
}
