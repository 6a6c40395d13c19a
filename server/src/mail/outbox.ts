/** The outbox: a mail is written in the transaction of the request that causes it, and sent when that is certain. */
import type { Db } from '../db/open.ts';
import { addJob } from '../jobs/repository.ts';
import type { JobKind } from '../jobs/runner.ts';
import { Mail, type MailInput } from './compose.ts';
import type { Mailer } from './mailer.ts';

export const MAIL_JOB = 'mail';

/** Puts a mail into the outbox. It leaves within seconds after the transaction is committed, and never if it is not. */
export const putMail = (db: Db, now: Date, mail: MailInput): Promise<string> =>
  addJob(db, { kind: MAIL_JOB, payload: Mail.parse(mail), now });

/** Sends mails of the outbox. Of a mail that failed the host of its recipient is shown. */
export const mailWorker = (mailer: Mailer): JobKind => ({
  work: (payload, job) => mailer.send(Mail.parse(payload), job),
  about: (payload) => Mail.parse(payload).to.address.split('@')[1] ?? null,
});
