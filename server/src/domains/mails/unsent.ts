/** Mails that could not be sent. District administrators see their number and can send them again (docs/behaviour/mails.md#failed-delivery). */
import type { Reply } from '@fundus/contract/endpoint';
import type { mails } from '@fundus/contract/mails/calls';
import type { UserCtx } from '../../http/context.ts';
import { retryFailedJobs } from '../../jobs/failed-jobs-repository.ts';
import { countUnfinished } from '../../jobs/repository.ts';
import { MAIL_JOB } from '../../mail/outbox.ts';

export const countUnsentMails = ({ db }: UserCtx): Promise<Reply<typeof mails.unsent>> => countUnfinished(db, MAIL_JOB);

export const resendUnsentMails = async ({ db, now }: UserCtx): Promise<{ again: number }> => ({
  again: await retryFailedJobs(db, MAIL_JOB, now),
});
