/** Draft of the theme: field values, saved state and errors. */
import { AppError } from '@fundus/contract/errors';
import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin, type ThemeStates } from '@fundus/contract/setup/admin';
import { ThemeSettings } from '@fundus/contract/setup/theme';
import type { ColourCheck } from '@fundus/contract/setup/theme-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeCachedReplies } from '../../../api/cached-fetch.ts';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { t } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { showTheme } from '../../../theme/current-theme.ts';

export type ThemeQuestion =
  /** Asks whether to continue although the contrast of the link colour is too low. */
  | { kind: 'contrast'; then: 'save' | 'publish'; checks: ColourCheck[] }
  /** Another user has saved the theme in the meantime. */
  | { kind: 'conflict'; version: number; by: string | null }
  | { kind: 'reset' }
  | { kind: 'discard' };

const KEY = query(setupAdmin.themeStates).queryKey;

export function useThemeDraft() {
  const client = useQueryClient();
  const states = useQuery({ ...query(setupAdmin.themeStates), staleTime: 0, refetchOnMount: 'always' });
  const [edited, setEdited] = useState<ThemeSettings | null>(null);
  const [question, setQuestion] = useState<ThemeQuestion | null>(null);
  const [problem, setProblem] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);

  const data = states.data;
  const saved = data?.draft?.settings ?? data?.published.settings;
  const settings = edited ?? saved;
  const dirty = edited !== null && JSON.stringify(edited) !== JSON.stringify(saved);
  useUnsaved('changes', dirty);
  const version = data?.draft?.version ?? 0;
  const invalid = settings ? invalidFields(settings) : new Set<string>();

  /** Runs an action and caches its reply as the new state. */
  const run = async (work: () => Promise<ThemeStates>, done: string | null, then: 'save' | 'publish' = 'save'): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    setQuestion(null);
    try {
      client.setQueryData(KEY, await work());
      setEdited(null);
      if (done) showSnackbar({ text: done, type: 'success' });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'contrast_too_low')
        setQuestion({ kind: 'contrast', then, checks: (error.details?.checks ?? []) as ColourCheck[] });
      else if (error.code === 'version_conflict')
        setQuestion({
          kind: 'conflict',
          version: Number(error.details?.version ?? 0),
          by: (error.details?.changed_by as string | null) ?? null,
        });
      else setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const save = (confirm = false, expectedVersion = version) =>
    run(
      () => call(setupAdmin.saveTheme, { body: { version: expectedVersion, settings: ThemeSettings.parse(settings), confirm } }),
      t('theme.saved'),
    );

  const publish = async (confirm = false) => {
    const done = await run(() => call(setupAdmin.publishTheme, { body: { version, confirm } }), t('theme.published'), 'publish');
    if (!done) return;
    // The user sees the new theme immediately, all other visitors when their cache expires after a minute (docs/specification.md#constants).
    removeCachedReplies(setup.theme.path);
    showTheme(await call(setup.theme));
  };

  return {
    states,
    data,
    settings,
    dirty,
    invalid,
    version,
    busy,
    problem,
    question,
    ask: setQuestion,
    change: (about: Partial<ThemeSettings>) => settings && setEdited({ ...settings, ...about }),
    run,
    save,
    publish,
    forget: () => setEdited(null),
    reload: async () => {
      setQuestion(null);
      setEdited(null);
      await states.refetch();
    },
  };
}

export type ThemeDraft = ReturnType<typeof useThemeDraft>;

/** Returns the paths of invalid fields, such as `banner.text`. */
function invalidFields(settings: ThemeSettings): Set<string> {
  const parsed = ThemeSettings.safeParse(settings);
  return new Set(parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.')));
}
