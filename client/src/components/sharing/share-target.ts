import type { Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import type { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import type { ReactNode } from 'react';
import type { Snack } from '../../stores/snackbar.ts';

/** One target of sharing: what is asked for, and sending it. Each keeps what was typed for it: words for one are not sent to the other. */
export type ShareTarget = {
  fields: ReactNode;
  /** Everything that is needed is there. */
  ready: boolean;
  pending: boolean;
  error: AppError | null;
  /** Words of the button, where they are others than those of the target. */
  action?: string;
  send: (
    done: (
      to: string,
      reply: Pick<Reply<typeof sharedMedia.share>, 'unlicensed'> & { had?: number; seated?: number; without_seat?: number },
      next: Pick<Snack, 'action' | 'way'>,
    ) => void,
  ) => void;
};
