import type { AppError } from '@fundus/contract/errors';
import type { ReactNode } from 'react';
import type { showSnackbar } from '../../../stores/snackbar.ts';

/** Message shown after sharing. */
export type DoneMessage = Parameters<typeof showSnackbar>[0];

/** Target with which a list can be shared. Each target keeps its own input. */
export type ListTarget = {
  fields: ReactNode;
  /** True if all required fields have a value. */
  ready: boolean;
  pending: boolean;
  error: AppError | null;
  /** Label of the button. Defaults to "share". */
  action?: string;
  /** Sends the request. `done` shows a message and closes the dialog. */
  send: (done: (said: DoneMessage) => void) => void;
};
