import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { callWith } from '../api/call.ts';
import { refetch } from '../api/query.ts';
import { t } from '../i18n/translate.ts';
import { showSnackbar, type Snack } from './snackbar.ts';

type Outcome<E extends Endpoint> = {
  done?: (reply: Reply<E>) => void;
  /** Called in addition to the error message. */
  failed?: () => void;
  /** Returns the text of an error; defaults to that of its code. */
  wordsOf?: (error: AppError) => string;
};

/**
 * Returns an undo action for a snackbar, which sends one or more calls. `refreshes` names the reads to invalidate afterwards. Unlike `useCall`
 * it reports the outcome even if the component is unmounted, such as a removed row.
 */
export function useUndo({ refreshes }: { refreshes: readonly Endpoint[] }) {
  const client = useQueryClient();
  return <E extends Endpoint>(
    endpoint: E,
    args: Args<E> | readonly Args<E>[],
    { done, failed, wordsOf }: Outcome<E> = {},
  ): NonNullable<Snack['action']> => ({
    label: t('app.undo'),
    run: () =>
      void Promise.all(
        (Array.isArray(args) ? (args as Args<E>[]) : [args as Args<E>]).map((one) => callWith(endpoint, undefined, one)),
      ).then(
        async (replies) => {
          // Shows the message after the restored rows, because an action on a stale row would send an outdated version.
          await refetch(client, refreshes);
          done?.(replies[0]!);
        },
        (error: AppError) => {
          failed?.();
          showSnackbar({ text: wordsOf ? wordsOf(error) : t(`error.${error.code}`), type: 'error' });
        },
      ),
  });
}
