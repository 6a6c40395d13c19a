import type { AppError } from '@fundus/contract/errors';
import { classes } from '@fundus/contract/classes/classes';
import { yearDue } from '@fundus/contract/year-change/due';
import { yearChange, type YearChange, type YearClass, type YearSettings, type YearStep } from '@fundus/contract/year-change/year-change';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callWith } from '../../../api/call.ts';
import { keyOf, query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { showError } from '../problems.ts';

export type ChosenClass = Pick<YearClass, 'choice' | 'to_name' | 'to_grade'>;

/** Returns the state of the year change. Choices appear immediately and are sent one at a time. Steps wait until all choices are stored. */
export function useYear() {
  const { t } = useT();
  const client = useQueryClient();
  const read = useQuery({ ...query(yearChange.read), staleTime: 0 });
  const [busy, setBusy] = useState(false);
  const waiting = useRef<{ settings: Partial<YearSettings>; classes: Map<string, ChosenClass> }>({ settings: {}, classes: new Map() });
  const storing = useRef<Promise<boolean>>(Promise.resolve(true));
  const { queryKey } = query(yearChange.read);
  const now = () => client.getQueryData(queryKey)!;
  const setCached = (year: YearChange) => client.setQueryData(queryKey, year);

  /** Shows the current state after a concurrent change. */
  const showConflict = (error: AppError) => {
    const current = error.code === 'version_conflict' ? (error.details?.current as YearChange | undefined) : undefined;
    if (!current) return showError(error);
    setCached(current);
    showSnackbar({ text: t('year.conflict'), type: 'info' });
  };

  const store = async (): Promise<boolean> => {
    const { settings, classes } = waiting.current;
    if (classes.size === 0 && Object.keys(settings).length === 0) return true;
    waiting.current = { settings: {}, classes: new Map() };
    const chosen = [...classes].map(([id, { choice, to_name, to_grade }]) => ({ id, choice, name: to_name, grade: to_grade }));
    const send = () => callWith(yearChange.change, undefined, { body: { version: now().version, settings, classes: chosen } });
    try {
      const stored = await send().catch((error: AppError) => {
        if (error.code !== 'version_conflict') throw error;
        showConflict(error);
        return send();
      });
      // Choices made meanwhile are kept on top of the stored state.
      if (waiting.current.classes.size === 0 && Object.keys(waiting.current.settings).length === 0) setCached(stored);
      else client.setQueryData(queryKey, { ...now(), version: stored.version });
      return true;
    } catch (error) {
      showConflict(error as AppError);
      await read.refetch();
      return false;
    }
  };

  const choose = (settings: Partial<YearSettings>, chosen: Record<string, ChosenClass> = {}) => {
    waiting.current.settings = { ...waiting.current.settings, ...settings };
    for (const [id, each] of Object.entries(chosen)) waiting.current.classes.set(id, each);
    const year = now();
    setCached({
      ...year,
      settings: { ...year.settings, ...settings },
      classes: year.classes.map((each) => ({ ...each, ...chosen[each.id] })),
    });
    storing.current = storing.current.then(store);
  };

  const act = async (ask: (version: number) => Promise<YearChange>): Promise<boolean> => {
    setBusy(true);
    try {
      if (!(await storing.current)) return false;
      setCached(await ask(now().version));
      for (const each of [classes.ofSchool, classes.list, yearDue.due]) void client.invalidateQueries({ queryKey: keyOf(each) });
      return true;
    } catch (error) {
      showConflict(error as AppError);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    read,
    busy,
    choose,
    start: () => act(() => callWith(yearChange.start, undefined)),
    take: (step: YearStep) => act((version) => callWith(yearChange.take, undefined, { params: { step }, body: { version } })),
    finish: () => act((version) => callWith(yearChange.finish, undefined, { body: { version } })),
    undo: (step: YearStep) =>
      act(async (version) => {
        const { change, kept } = await callWith(yearChange.undo, undefined, { params: { step }, body: { version } });
        const names = kept.join(', ');
        showSnackbar(kept.length > 0 ? { text: t('year.kept', { names }), type: 'info' } : { text: t('year.undo.done'), type: 'success' });
        return change;
      }),
  };
}

export type Year = ReturnType<typeof useYear>;
