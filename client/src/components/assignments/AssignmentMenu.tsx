import { assignments, MAY_MOVE, MOVES, type AssignmentLine, type Move } from '@fundus/contract/assignments/assignments';
import {
  Archive,
  BellRing,
  ChartNoAxesColumn,
  CircleStop,
  Copy,
  EllipsisVertical,
  RotateCcw,
  Send,
  SquarePen,
  Trash2,
  Users,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import type { Go } from '../page/screen.ts';
import { assignmentHref, assignmentsHref, newAssignmentHref, resultsHref } from './assignment-href.ts';
import { ASSIGNMENT_READS, showError, errorText } from './assignment-reads.ts';
import { useRemind } from './use-remind.ts';

const AssignToClassDialog = loadLater(async () => (await import('./AssignToClassDialog.tsx')).AssignToClassDialog);

const MOVE_SIGNS: Record<Move, ReactNode> = { publish: <Send />, close: <CircleStop />, reopen: <RotateCcw />, archive: <Archive /> };

/** Moves that can be undone, each with its inverse move. */
const BACK: Partial<Record<Move, Move>> = { close: 'reopen', reopen: 'close' };

/** Returns a function that publishes, closes, reopens or archives an assignment. It shows the result and offers to undo the move if possible. */
export function useStateChange({ id, title }: Pick<AssignmentLine, 'id' | 'title'>) {
  const { t } = useT();
  const move = useCall(assignments.move, ASSIGNMENT_READS);
  const undo = useUndo(ASSIGNMENT_READS);
  const send = (to: Move) =>
    move.mutate(
      { params: { id }, body: { to } },
      {
        onSuccess: ({ state }) => {
          const back = BACK[to];
          showSnackbar({
            text: t(to === 'publish' && state === 'scheduled' ? 'assignment.done.schedule' : `assignment.done.${to}`, { title }),
            type: 'success',
            ...(back && { action: undo(assignments.move, { params: { id }, body: { to: back } }) }),
          });
        },
        onError: showError,
      },
    );
  return { send, busy: move.isPending };
}

type Props = {
  line: AssignmentLine;
  /** True if the class is active. */
  classOpen: boolean;
  /** True on the assignment's own page, which already shows some actions as buttons. */
  page?: boolean;
  go: Go;
};

/** Shows the menu of an assignment. */
export function AssignmentMenu({ line, classOpen, page = false, go }: Props) {
  const { t } = useT();
  const { id, title, state } = line;
  const { send } = useStateChange(line);
  const remind = useRemind(line);
  const [open, setOpen] = useState<'delete' | 'give' | null>(null);
  const moves = classOpen ? MOVES.filter((move) => MAY_MOVE[move].includes(state) && (move !== 'publish' || line.steps > 0)) : [];
  const items: MenuItem[] = [
    ...(!page && classOpen && state !== 'archived'
      ? [
          {
            kind: 'link' as const,
            label: t('assignment.edit'),
            icon: <SquarePen />,
            href: assignmentHref(line.class.id, id, { edit: true }),
          },
        ]
      : []),
    ...(!page && state !== 'draft' && state !== 'archived'
      ? [
          {
            kind: 'link' as const,
            label: t('class.tab.results'),
            icon: <ChartNoAxesColumn />,
            href: resultsHref(line.class.id, { assignment: id }),
          },
        ]
      : []),
    ...(classOpen && state === 'active' ? [{ label: t('assignment.remind.all'), icon: <BellRing />, onSelect: () => remind.send() }] : []),
    ...(classOpen
      ? [{ kind: 'link' as const, label: t('assignment.copy'), icon: <Copy />, href: newAssignmentHref(line.class.id, { copy: id }) }]
      : []),
    { label: t('assignment.copy.other'), icon: <Users />, onSelect: () => setOpen('give') },
    ...moves
      .filter((move) => !page || move !== 'publish')
      .map((move) => ({ label: t(`assignment.move.${move}`), icon: MOVE_SIGNS[move], onSelect: () => send(move) })),
    ...(classOpen && state === 'draft' ? [{ label: t('assignment.delete'), icon: <Trash2 />, onSelect: () => setOpen('delete') }] : []),
  ];
  return (
    <>
      <Menu label={t('assignment.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />
      {open === 'delete' && (
        <DeleteDialog line={line} onClose={() => setOpen(null)} onDone={() => page && go(assignmentsHref(line.class.id))} />
      )}

      {open === 'give' && (
        <AssignToClassDialog
          title={t('assignment.copy.title', { title })}
          begin={{ copy: id }}
          except={line.class.id}
          go={go}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function DeleteDialog({ line: { id, title }, onClose, onDone }: { line: AssignmentLine; onClose: () => void; onDone: () => void }) {
  const { t } = useT();
  const remove = useCall(assignments.remove, { refreshes: [assignments.list, assignments.own] });
  const drop = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('assignment.deleted', { title }), type: 'success' });
          onClose();
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('assignment.delete.title', { title })}
      action={t('assignment.delete')}
      disabled={remove.isPending}
      onClose={onClose}
      onAction={drop}
    >
      {remove.error && <FormProblem>{errorText(t, remove.error)}</FormProblem>}
      <p>{t('assignment.delete.text')}</p>
    </ConfirmDialog>
  );
}
