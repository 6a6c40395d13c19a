/** Loans on the start page: the user's pick-ups and returns, and tasks at their desks. */
import { admission, hasAccount } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { href, screens } from '@fundus/contract/screens';
import { useQueries, useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { query } from '../../api/query.ts';
import type { Todo } from '../../components/page/TodoList.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';

const MAX_ORDERS = 20;
/** Maximum number of desks. */
const MAX_DESKS = 3;
const DESK_WORK = ['overdue', 'requests', 'pick_ups', 'returns'] as const;

/** Lines of an order due on the same day, `on`. */
export type DueLoan = { order: RentalOrder; lines: RentalLine[]; on: string };

/** Returns overdue loans and those due today or tomorrow, in order. */
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

/** Returns due loans, and for each desk one line with today's tasks. */
export function useLoans(): { due: DueLoan[]; desks: Todo[]; isLoading: boolean } {
  const { t } = useT();
  const { user, config } = useSession();
  const lends = hasAccount(user) && admission(screens['tech-rental'], user || null, config) === 'admitted';
  const orders = useQuery({ ...query(lending.orders, { query: { limit: MAX_ORDERS } }), staleTime: 0, enabled: lends });
  const points = useQuery({ ...query(lending.points), enabled: lends });
  const own = (points.data?.items ?? []).filter(({ can }) => can.desk).slice(0, MAX_DESKS);
  const boards = useQueries({
    queries: own.map(({ id }) => ({ ...query(lendingDesk.desk, { query: { point: id } }), staleTime: 0 })),
  });
  return {
    due: dueLoans(orders.data?.items ?? [], today(new Date())),
    desks: own.flatMap(({ id, name }, i) => {
      const board = boards[i]?.data;
      const kinds = board ? DESK_WORK.filter((kind) => board[kind].length > 0) : [];
      if (!board || kinds.length === 0) return [];
      return [
        {
          icon: <PackageOpen />,
          count: kinds.reduce((sum, kind) => sum + board[kind].length, 0),
          words: `${name}: ${kinds.map((kind) => t(`home.todo.desk.${kind}`, { count: board[kind].length })).join('\u00a0· ')}`,
          href: href('tech-rental', {}, { tab: 'desk', point: id }),
        },
      ];
    }),
    isLoading: [orders, points, ...boards].some(({ isLoading }) => isLoading),
  };
}
