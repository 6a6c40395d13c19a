import type { Args, Endpoint } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { t } from '../i18n/translate.ts';
import { showSnackbar, type Snack } from './snackbar.ts';
import { useUndo } from './use-undo.ts';

const wordsOf = ({ code, details }: AppError): string => t(details?.reason === 'final' ? 'app.undo.final' : `error.${code}`);

/** Returns an undo action for a decision. A message confirms the undo or explains that it is too late, because the decision has already been sent. */
export function useDecisionUndo(reads: { refreshes: readonly Endpoint[] }) {
  const undo = useUndo(reads);
  return <E extends Endpoint>(endpoint: E, args: Args<E> | readonly Args<E>[]): NonNullable<Snack['action']> =>
    undo(endpoint, args, { done: () => showSnackbar({ text: t('app.undone') }), wordsOf });
}
