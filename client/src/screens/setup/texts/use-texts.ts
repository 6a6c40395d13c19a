/** Loads, edits and publishes the texts of a language. */
import { AppError } from '@fundus/contract/errors';
import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import type { TextRow, TextSet } from '@fundus/contract/setup/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeCachedReplies } from '../../../api/cached-fetch.ts';
import { call } from '../../../api/call.ts';
import { keyOf, query } from '../../../api/query.ts';
import { loadMessages } from '../../../i18n/load-messages.ts';
import { currentLocale, showMessages } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';

export function useTexts(lang: string) {
  const client = useQueryClient();
  const params = { lang };
  const read = query(setupAdmin.texts, { params });
  const texts = useQuery({ ...read, staleTime: 0 });
  const [problem, setProblem] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);

  const take = (set: TextSet) => {
    client.setQueryData(read.queryKey, set);
    void client.invalidateQueries({ queryKey: keyOf(setupAdmin.languages) });
  };

  /** Runs an action on all texts of the language and shows its result. */
  const run = async (work: () => Promise<TextSet>, done: string): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      take(await work());
      showSnackbar({ text: done, type: 'success' });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setProblem(error);
      if (error.code === 'version_conflict') void texts.refetch();
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    texts,
    rows: texts.data?.rows ?? [],
    busy,
    problem,
    run,
    /** Saves a text. Throws an error, which the row of the text shows. */
    save: async (key: string, text: string | null, version: number): Promise<void> => {
      const row = await call(setupAdmin.saveText, { params: { lang, key }, body: { text, version } });
      client.setQueryData(read.queryKey, (set) => set && { ...set, rows: withRow(set.rows, row) });
    },
    reload: () => texts.refetch(),
    publish: async (done: string) => {
      const version = texts.data?.language.version ?? 0;
      if (!(await run(() => call(setupAdmin.publishTexts, { params, body: { version } }), done))) return;
      // The user sees the new texts immediately, all other visitors when their cache expires after a minute (docs/specification.md#constants).
      removeCachedReplies(setup.locale.path.replace('{lang}', ''));
      if (currentLocale() === lang) await showPublished(lang);
    },
    discard: (done: string) => run(() => call(setupAdmin.dropTexts, { params }), done),
    reset: (area: string, done: string) => run(() => call(setupAdmin.resetTexts, { params, body: { area } }), done),
    restore: (version: number, done: string) => run(() => call(setupAdmin.restoreTexts, { params, body: { version } }), done),
  };
}

/** Reloads the published texts of a language and shows them. */
export async function showPublished(lang: string): Promise<void> {
  const messages = await loadMessages(lang, {
    load: (locale) => call(setup.locale, { params: { lang: locale }, query: {} }),
    log: (message, problem) => console.error(message, problem),
  });
  if (messages) showMessages(lang, messages);
}

export type Texts = ReturnType<typeof useTexts>;

const withRow = (rows: TextRow[], row: TextRow): TextRow[] => rows.map((old) => (old.key === row.key ? row : old));
