import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { callWith } from '../api/call.ts';
import { keyOf } from '../api/query.ts';
import { t } from '../i18n/translate.ts';
import { showSnackbar, type Snack } from './snackbar.ts';

type Outcome<E extends Endpoint> = {
  done?: (reply: Reply<E>) => void;
  /** Beside the message that says why. */
  failed?: () => void;
  /** Words of a refusal; by itself those of its code. */
  wordsOf?: (error: AppError) => string;
};

/**
 * "Rückgängig" of a message, by a call or several of a kind; `refreshes` names the reads that are out of date afterwards. What offered it may have left the page
 * by then, as the row that was removed: what comes of it is told all the same, which `useCall` does not do.
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
        (replies) => {
          for (const read of refreshes) void client.invalidateQueries({ queryKey: keyOf(read) });
          done?.(replies[0]!);
        },
        (error: AppError) => {
          failed?.();
          showSnackbar({ text: wordsOf ? wordsOf(error) : t(`error.${error.code}`), type: 'error' });
        },
      ),
  });
}
