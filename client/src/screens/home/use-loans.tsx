/** Loans on the start page: the user's own pick-ups and returns, and tasks at the user's lending desks. */
import { admission, hasAccount, isStudent } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { href, screens } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { query } from '../../api/query.ts';
import type { Todo } from '../../components/page/TodoList.tsx';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';

const MAX_ORDERS = 20;
/** Maximum number of lending desks listed individually. */
const MAX_DESKS = 6;
const DESK_WORK = ['overdue', 'requests', 'pick_ups', 'returns', 'check'] as const;

/** Lines of an order that are due on the same day (`on`). */
export type DueLoan = { order: RentalOrder; lines: RentalLine[]; on: string };

/** Returns loans and reservations that are overdue, or due today or tomorrow, ordered by date. */
export const dueLoans = (orders: readonly RentalOrder[], day: string): DueLoan[] =>
  orders
    .flatMap((order) => {
      const due = new Map<string, DueLoan>();
      for (const line of order.lines) {
        const onLoan = line.state === 'on_loan';
        if (!onLoan && line.state !== 'approved' && line.state !== 'ready') continue;
        const on = onLoan ? (line.courier_days?.fetch ?? line.end) : (line.courier_days?.bring ?? line.start);
        if (on > shiftDay(day, 1)) continue;
        const key = `${line.state} ${on}`;
        due.set(key, { order, on, lines: [...(due.get(key)?.lines ?? []), line] });
      }
      return [...due.values()];
    })
    .sort((a, b) => a.on.localeCompare(b.on));

type Desk = Reply<typeof lendingDesk.desks>['items'][number];

/**
 * Returns one task for each lending desk with work, starting with the most overdue loans. If there are too many desks, the last task combines the
 * remaining ones.
 */
export function listDeskTodos(t: Translate, all: readonly Desk[]): Todo[] {
  const busy = all
    .map(({ id, name, parts, check }) => ({ id, name, counts: DESK_WORK.map((kind) => (kind === 'check' ? check : parts[kind])) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
    .sort((a, b) => b.counts[0]! - a.counts[0]! || sumOf(b.counts) - sumOf(a.counts));
  const named = busy.length > MAX_DESKS ? MAX_DESKS - 1 : busy.length;
  const rest = busy.slice(named);
  const line = (name: string, counts: readonly number[], point: string): Todo => ({
    group: 'lending',
    icon: <PackageOpen />,
    count: sumOf(counts),
    words: `${name}: ${joinFacts(counts.flatMap((count, i) => (count > 0 ? [t(`home.todo.desk.${DESK_WORK[i]!}`, { count })] : [])))}`,
    href: href('tech-rental', {}, { tab: 'desk', point }),
  });
  const shared = DESK_WORK.map((_, i) => rest.reduce((sum, { counts }) => sum + counts[i]!, 0));
  return [
    ...busy.slice(0, named).map(({ id, name, counts }) => line(name, counts, id)),
    ...(rest.length > 0 ? [line(t('home.todo.desk.others', { count: rest.length }), shared, rest[0]!.id)] : []),
  ];
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Returns the user's due loans, and today's tasks at each of the user's lending desks. */
export function useLoans(): { due: DueLoan[]; desks: Todo[]; isLoading: boolean } {
  const { t } = useT();
  const { user, config } = useSession();
  const lends = hasAccount(user) && admission(screens['tech-rental'], user || null, config) === 'admitted';
  const mayWorkAtDesk = user !== false && !isStudent(user);
  const orders = useQuery({ ...query(lending.orders, { query: { limit: MAX_ORDERS } }), staleTime: 0, enabled: lends });
  const desks = useQuery({ ...query(lendingDesk.desks), staleTime: 0, enabled: lends && mayWorkAtDesk });
  return {
    due: dueLoans(orders.data?.items ?? [], today(new Date())),
    desks: listDeskTodos(t, desks.data?.items ?? []),
    isLoading: orders.isLoading || desks.isLoading,
  };
}
