import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import type { WorkOf } from '@fundus/contract/assignments/results';
import type { Class } from '@fundus/contract/classes/classes';
import type { MessageKey } from '@fundus/contract/messages';
import { BellRing, Circle, CircleCheck, CircleDot, Hand, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Link } from '../../../ui/Link.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { RowCheckbox, SelectedRows } from '../../lists/SelectedRows.tsx';
import { SortHead } from '../../lists/SortHead.tsx';
import { useSelection, type Selection } from '../../lists/use-selection.ts';
import { resultsHref } from '../assignment-href.ts';
import { useRemind } from '../use-remind.ts';
import { BulkCommentDialog } from './BulkCommentDialog.tsx';
import { MATRIX_ORDERS, rowsOf, sortRows, type MatrixOrder, type MatrixRow, type StepTotals } from './matrix-order.ts';
import { WorkDialog } from './WorkDialog.tsx';
import '../../lists/line.css';
import './results.css';
import './step-matrix.css';

type Props = { cls: Class; one: Assignment; steps: readonly StepTotals[]; work: readonly WorkOf[] };

const ORDER_WORDS: Record<MatrixOrder, MessageKey> = {
  help: 'assignment.order.help',
  name: 'assignment.order.name',
  '-name': 'assignment.order.nameDown',
  done: 'assignment.order.done',
  '-done': 'assignment.order.doneDown',
  late: 'assignment.order.late',
};

/** Shows a matrix of learners and steps, or a list of learners on phones. Teachers can remind selected learners and comment on their work. */
export function StepMatrix({ cls, one, steps, work }: Props) {
  const { t } = useT();
  const phone = usePhone();
  const [order, setOrder] = useState<MatrixOrder>('help');
  const [open, setOpen] = useState<{ step_id: string; member_id: string } | null>(null);
  const [commenting, setCommenting] = useState(false);
  const rows = sortRows(rowsOf(one.contents, work), order);
  const selection = useSelection(rows);
  const remind = useRemind(one);
  if (rows.length === 0) return <p className="quiet">{t('class.learners.none')}</p>;
  const { chosen, clear } = selection;
  const active = cls.state === 'active';
  const unfinished = chosen.filter(({ completed }) => completed < one.contents.length);
  const opened =
    open &&
    workOn(
      rows.find(({ id }) => id === open.member_id),
      open.step_id,
    );
  const place = opened ? one.contents.findIndex(({ id }) => id === opened.step_id) : -1;
  const Rows = phone ? CardRows : TableRows;
  return (
    <section aria-labelledby="step-matrix" className="step-matrix">
      <h2 id="step-matrix">{t('assignment.matrix')}</h2>
      <div className="step-matrix-bar" data-chosen={chosen.length > 0 || undefined}>
        {active && (
          <SelectedRows
            rows={rows}
            selection={selection}
            nameOf={({ name }) => name}
            acts={[]}
            refreshes={[]}
            wordsOf={() => ''}
            others={
              chosen.length > 0 && (
                <>
                  {one.state === 'active' && unfinished.length > 0 && (
                    <Button variant="line" icon={<BellRing />} disabled={remind.busy} onClick={() => remind.send(unfinished, clear)}>
                      {t('rows.act', { label: t('assignment.remind'), count: unfinished.length })}
                    </Button>
                  )}
                  <Button variant="line" icon={<MessageSquareText />} onClick={() => setCommenting(true)}>
                    {t('rows.act', { label: t('assignment.comments'), count: chosen.length })}
                  </Button>
                </>
              )
            }
          />
        )}
        <Select
          label={t('assignment.order')}
          value={order}
          options={MATRIX_ORDERS.map((value) => ({ value, label: t(ORDER_WORDS[value]) }))}
          onChange={setOrder}
        />
      </div>
      <Rows {...{ cls, one, steps, rows, order, setOrder }} selection={active ? selection : null} onOpen={setOpen} />
      {opened && (
        <WorkDialog
          cls={cls}
          assignmentId={one.id}
          step={one.contents[place]!}
          place={place + 1}
          work={opened}
          onClose={() => setOpen(null)}
        />
      )}
      {commenting && (
        <BulkCommentDialog
          one={one}
          rows={chosen}
          onClose={() => setCommenting(false)}
          onDone={() => {
            setCommenting(false);
            clear();
          }}
        />
      )}
    </section>
  );
}

const workOn = (row: MatrixRow | undefined, stepId: string): WorkOf | undefined => row?.work.find(({ step_id }) => step_id === stepId);
const stateOf = ({ needs_help, state }: WorkOf) => (needs_help ? 'help' : state);

type RowsProps = {
  cls: Class;
  one: Assignment;
  steps: readonly StepTotals[];
  rows: readonly MatrixRow[];
  order: MatrixOrder;
  setOrder: (order: MatrixOrder) => void;
  selection: Selection<MatrixRow> | null;
  onOpen: (work: WorkOf) => void;
};

function TableRows({ cls, one, steps, rows, order, setOrder, selection, onOpen }: RowsProps) {
  const { t } = useT();
  return (
    // Scrolls horizontally, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="results-scroll" role="region" tabIndex={0} aria-label={one.title}>
      <table className="results-grid">
        <thead>
          <tr>
            <SortHead name="name" label={t('assignment.learner')} sort={order} onSort={(next) => setOrder(next as MatrixOrder)} />
            <SortHead name="done" label={t('assignment.matrix.sum')} sort={order} onSort={(next) => setOrder(next as MatrixOrder)} />
            {one.contents.map((step, i) => (
              <th key={step.id} scope="col">
                <Link href={resultsHref(cls.id, { assignment: one.id, step: step.id })}>
                  {i + 1}. {step.title}
                </Link>
                <StepSum sums={steps.find(({ step_id }) => step_id === step.id)} rows={rows} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="step-matrix-who" data-tick={selection !== null || undefined}>
                {selection && <RowCheckbox row={row} name={row.name} selection={selection} />}
                <Link href={resultsHref(cls.id, { learner: row.id })}>{row.name}</Link>
              </th>
              <td className="step-matrix-done">
                <RowSum row={row} steps={one.contents.length} />
              </td>
              {one.contents.map((step) => {
                const each = workOn(row, step.id);
                return (
                  <td key={step.id} className="results-cell" data-state={each && stateOf(each)}>
                    {each && <CellButton work={each} step={step} onOpen={onOpen} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows each learner as a card with one button per step. */
function CardRows({ cls, one, steps, rows, selection, onOpen }: RowsProps) {
  const { t } = useT();
  return (
    <>
      <ol className="step-matrix-steps">
        {one.contents.map((step) => (
          <li key={step.id}>
            <Link href={resultsHref(cls.id, { assignment: one.id, step: step.id })}>{step.title}</Link>
            <StepSum sums={steps.find(({ step_id }) => step_id === step.id)} rows={rows} />
          </li>
        ))}
      </ol>
      <ul className="lines">
        {rows.map((row) => (
          <li key={row.id} className="step-matrix-card">
            <div className="step-matrix-name">
              {selection && <RowCheckbox row={row} name={row.name} selection={selection} />}
              <h3>
                <Link href={resultsHref(cls.id, { learner: row.id })}>{row.name}</Link>
              </h3>
              <RowSum row={row} steps={one.contents.length} />
            </div>
            <ol className="step-matrix-cells">
              {one.contents.map((step, i) => {
                const each = workOn(row, step.id);
                if (!each) return null;
                return (
                  <li key={step.id} className="results-cell" data-state={stateOf(each)}>
                    <button type="button" aria-label={describeCell(t, each, step, i + 1)} onClick={() => onOpen(each)}>
                      <CellSign work={each} />
                      <span className="num">{i + 1}</span>
                      {each.comment && <MessageSquareText className="i-16" aria-hidden="true" />}
                    </button>
                  </li>
                );
              })}
            </ol>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows how many learners completed a step or need help, and the number of comments by teachers. */
function StepSum({ sums, rows }: { sums: StepTotals | undefined; rows: readonly MatrixRow[] }) {
  const { t } = useT();
  if (!sums) return null;
  const comments = rows.filter((row) => workOn(row, sums.step_id)?.comment).length;
  return (
    <span className="results-done">
      {t('assignment.sums', { completed: sums.completed, count: rows.length })}
      {sums.needs_help > 0 && ` · ${t('assignment.sums.help', { count: sums.needs_help })}`}
      {comments > 0 && ` · ${t('assignment.sums.comments', { count: comments })}`}
    </span>
  );
}

function RowSum({ row, steps }: { row: MatrixRow; steps: number }) {
  const { t } = useT();
  return (
    <span className="step-matrix-sum">
      <span className="num">{t('assignment.matrix.of', { completed: row.completed, steps })}</span>
      {row.late && <span className="results-marks">{t('assignment.late')}</span>}
    </span>
  );
}

function CellSign({ work }: { work: WorkOf }) {
  const Sign = work.needs_help ? Hand : { not_started: Circle, started: CircleDot, completed: CircleCheck }[work.state];
  return <Sign className="i-16" aria-hidden="true" />;
}

const marksOf = (t: Translate, { late, doubt, score }: WorkOf): string[] =>
  [score !== null && t('assignment.matrix.score', { percent: score }), late && t('assignment.late'), doubt && t('assignment.doubt')].filter(
    (mark) => mark !== false,
  );

/** Returns the accessible name of a cell. */
const describeCell = (t: Translate, work: WorkOf, step: Step, place: number): string =>
  [
    `${place}. ${step.title}: ${t(work.needs_help ? 'assignment.needsHelp' : `assignment.cell.${work.state}`)}`,
    ...marksOf(t, work),
    work.answer && t('assignment.matrix.answered'),
    work.comment && t('assignment.matrix.commented'),
  ]
    .filter(Boolean)
    .join(', ');

function CellButton({ work, step, onOpen }: { work: WorkOf; step: Step; onOpen: (work: WorkOf) => void }) {
  const { t } = useT();
  const marks = marksOf(t, work);
  return (
    <button type="button" className="step-matrix-cell" onClick={() => onOpen(work)}>
      <span>
        <CellSign work={work} />
        {t(work.needs_help ? 'assignment.needsHelp' : `assignment.cell.${work.state}`)}
        {work.comment && <MessageSquareText className="i-16" aria-label={t('assignment.matrix.commented')} />}
      </span>
      <span className="sr">{`, ${work.name}, ${step.title}`}</span>
      {(marks.length > 0 || work.answer) && (
        <span className="results-marks">{[...marks, work.answer && t('assignment.matrix.answered')].filter(Boolean).join(', ')}</span>
      )}
    </button>
  );
}
