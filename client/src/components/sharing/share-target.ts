import type { Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import type { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import type { ReactNode } from 'react';
import type { Snack } from '../../stores/snackbar.ts';

/** A target of sharing, with its fields and its request. Each target keeps its own input when the user switches between them. */
export type ShareTarget = {
  fields: ReactNode;
  /** True if all required input is present. */
  ready: boolean;
  pending: boolean;
  error: AppError | null;
  /** Label of the action button, if it differs from the label of the target. */
  action?: string;
  send: (
    done: (
      to: string,
      reply: Pick<Reply<typeof sharedMedia.share>, 'unlicensed'> & { had?: number; seated?: number; without_seat?: number },
      next: Pick<Snack, 'action' | 'way'>,
    ) => void,
  ) => void;
};
