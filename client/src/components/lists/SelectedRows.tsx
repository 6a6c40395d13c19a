import type { Endpoint } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { keyOf } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar, type Snack } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import type { Selection } from './use-selection.ts';
import '../../ui/fields/field.css';
import './selected-rows.css';

export type RowAction<T> = {
  label: string;
  icon: ReactNode;
  may: (row: T) => boolean;
  run: (row: T) => Promise<unknown>;
  /** Returns an undo action for the rows in which the action succeeded. */
  undo?: (rows: readonly T[]) => NonNullable<Snack['action']>;
  /** Returns the question to confirm before an action with consequences. */
  ask?: (count: number) => string;
};

type Props<T extends { id: string }> = {
  rows: readonly T[];
  selection: Selection<T>;
  nameOf: (row: T) => string;
  acts: readonly RowAction<T>[];
  /** Reads to invalidate after an action. */
  refreshes: readonly Endpoint[];
  /** Further actions with their own dialogs. */
  others?: ReactNode;
  /** Total of the list, shown beside the checkbox. */
  count?: ReactNode;
  /** Returns the text of an error. */
  wordsOf: (error: AppError) => string;
};

type Answer = { label: string; done: number; all: number; failed: { name: string; words: string }[] };

/** Shows bulk actions for the selected rows, and afterwards one summary that lists the failures. */
export function SelectedRows<T extends { id: string }>({ rows, selection, nameOf, acts, refreshes, others, count, wordsOf }: Props<T>) {
  const { t } = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<RowAction<T> | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { chosen } = selection;
  const possible = acts.filter((act) => chosen.some(act.may));
  const run = async (act: RowAction<T>) => {
    setAsking(null);
    setBusy(true);
    const failed: Answer['failed'] = [];
    const done: T[] = [];
    // Runs sequentially: each row is a separate change, and a failure does not stop the remaining ones.
    for (const row of chosen) {
      const problem = act.may(row) ? await refusalOf(act.run(row)) : t('rows.notPossible');
      if (problem === null) done.push(row);
      else failed.push({ name: nameOf(row), words: typeof problem === 'string' ? problem : wordsOf(problem) });
    }
    setAnswer({ label: act.label, done: done.length, all: chosen.length, failed });
    if (act.undo && done.length > 0)
      showSnackbar({
        text: t('rows.answer', { label: act.label, done: done.length, all: chosen.length }),
        type: 'success',
        action: act.undo(done),
      });
    for (const read of refreshes) void client.invalidateQueries({ queryKey: keyOf(read) });
    selection.clear();
    setBusy(false);
  };
  return (
    <>
      <div className="selected-rows">
        <label className="check">
          <input
            type="checkbox"
            checked={rows.length > 0 && chosen.length === rows.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && chosen.length < rows.length;
            }}
            onChange={selection.toggleAll}
          />
          <span>{chosen.length === 0 ? t('rows.chooseAll') : t('rows.chosen', { count: chosen.length })}</span>
        </label>
        {count && (
          <p className="selected-rows-count" role="status">
            {count}
          </p>
        )}
        {possible.map((act) => (
          <Button key={act.label} variant="line" icon={act.icon} disabled={busy} onClick={() => (act.ask ? setAsking(act) : void run(act))}>
            {t('rows.act', { label: act.label, count: chosen.filter(act.may).length })}
          </Button>
        ))}
        {others}
      </div>
      <div role="status">
        {answer && (
          <Note tone={answer.failed.length > 0 ? 'bad' : 'info'}>
            <p>{t('rows.answer', { label: answer.label, done: answer.done, all: answer.all })}</p>
            {answer.failed.length > 0 && (
              <ul>
                {answer.failed.map(({ name, words }) => (
                  <li key={name}>{t('rows.failed', { name, reason: words })}</li>
                ))}
              </ul>
            )}
          </Note>
        )}
      </div>
      {asking && (
        <ConfirmDialog title={asking.label} action={asking.label} onClose={() => setAsking(null)} onAction={() => void run(asking)}>
          <p>{asking.ask?.(chosen.filter(asking.may).length)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Shows the check box that selects a row. */
export function RowCheckbox<T extends { id: string }>({ row, name, selection }: { row: T; name: string; selection: Selection<T> }) {
  const { t } = useT();
  return (
    <input
      className="row-tick"
      type="checkbox"
      aria-label={t('rows.choose', { name })}
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
    />
  );
}

async function refusalOf(call: Promise<unknown>): Promise<AppError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
