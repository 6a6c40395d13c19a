import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { callWith } from '../api/call.ts';
import { refetch } from '../api/query.ts';
import { t } from '../i18n/translate.ts';
import { showSnackbar, type Snack } from './snackbar.ts';

type Outcome<E extends Endpoint> = {
  done?: (reply: Reply<E>) => void;
  /** Called before the error message is shown. */
  failed?: () => void;
  /** Returns the message for an error. Defaults to the text of its code. */
  wordsOf?: (error: AppError) => string;
};

/**
 * Returns an undo action for a snackbar. `refreshes` lists the queries to refetch afterwards. Unlike `useCall`, the action shows its result even if
 * the component has been unmounted.
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
          // Waits for the restored rows before the message appears, because actions on stale rows would send an outdated version.
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
