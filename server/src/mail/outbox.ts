/** The outbox: a mail is queued in the transaction of the request that causes it and sent after the commit. */
import type { Db } from '../db/open.ts';
import { addJob } from '../jobs/repository.ts';
import type { JobKind } from '../jobs/runner.ts';
import { Mail, type MailInput } from './compose.ts';
import type { Mailer } from './mailer.ts';

export const MAIL_JOB = 'mail';

/** Queues a mail and returns the id of its job. The mail is sent within seconds after the commit, or after `due`. */
export const enqueueMail = (db: Db, now: Date, mail: MailInput, due: Date = now): Promise<string> =>
  addJob(db, { kind: MAIL_JOB, payload: Mail.parse(mail), now, due });

/** Sends queued mails. The list of failed jobs shows only the host of a recipient. */
export const mailWorker = (mailer: Mailer): JobKind => ({
  work: (payload, job) => mailer.send(Mail.parse(payload), job),
  about: (payload) => Mail.parse(payload).to.address.split('@')[1] ?? null,
});
