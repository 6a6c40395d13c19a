import type { AppError } from '@fundus/contract/errors';
import type { ReactNode } from 'react';
import type { showSnackbar } from '../../../stores/snackbar.ts';

/** Message after sharing. */
export type DoneMessage = Parameters<typeof showSnackbar>[0];

/** A target of sharing a list: its fields and its request. Each keeps its own input. */
export type ListTarget = {
  fields: ReactNode;
  /** All required input is present. */
  ready: boolean;
  pending: boolean;
  error: AppError | null;
  /** Label of the button; defaults to "share". */
  action?: string;
  /** `done` shows the message and closes the dialog. */
  send: (done: (said: DoneMessage) => void) => void;
};
