/** Notices to learners about assignments, and to teachers about requests for help (docs/behaviour/assignments.md#notices). */
import { DAY, today } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import { loadWords, notifyCode, notifyPerson, simpleMail, writeMail, type Message, type Translate } from '../mails/index.ts';
import { listOwnerIds, listUnnotifiedOfDue, listUnnotifiedOfOpen, type UnnotifiedLearner } from './notify-repository.ts';
import type { AssignmentRow } from './repository.ts';

export const OPENED_JOB = 'assignment-opened';
/** Time in milliseconds after its opening during which an assignment is announced. */
const NEWS = 3 * DAY;
const AT_ONCE = 50;

type At = Pick<Portal, 'db' | 'config' | 'wakeJobs'>;

/** Queues a job that notifies the learners, because a class may be large. */
export async function notifyLater(ctx: UserCtx, assignmentId: string): Promise<void> {
  await addJob(ctx.db, { kind: OPENED_JOB, payload: { id: assignmentId }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
}

const Payload = z.object({ id: z.uuid() });
export const openedWorker =
  (portal: Portal) =>
  async (payload: unknown): Promise<void> =>
    notifyOpened(portal, portal.now(), Payload.parse(payload).id);

/** Notifies each learner once of opened assignments. */
async function notifyOpened(at: At, now: Date, id?: string): Promise<void> {
  await notifyLearners(at, now, 'assignmentOpen', await listUnnotifiedOfOpen(at.db, new Date(now.getTime() - NEWS), today(now), id));
}

/** Announces opened assignments and reminds learners of due ones. Runs hourly. */
export async function notifyOfAssignments(portal: Portal, { now, remind }: { now: Date; remind: boolean }): Promise<void> {
  await notifyOpened(portal, now);
  if (remind) await notifyLearners(portal, now, 'assignmentDue', await listUnnotifiedOfDue(portal.db, today(now)));
}

type Template = 'assignmentOpen' | 'assignmentDue';

const assignmentMail = (template: Template, { assignment_id, title, class_id, class_name, due_at }: UnnotifiedLearner): Message => ({
  template,
  once: `${template === 'assignmentOpen' ? 'assignment-open' : 'assignment-due'}:${assignment_id}`,
  compose: (t, language) => {
    const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Berlin' });
    const values = { title, class: class_name, until: due_at === null ? '' : moment.format(due_at) };
    const part = template === 'assignmentOpen' && due_at !== null ? 'until' : 'text';
    const word = (name: string): string => t(`mail.${template}.${name}` as MessageKey, values);
    const link = href('class', { id: class_id }, { tab: 'assignments', assignment: assignment_id });
    return {
      subject: word('subject'),
      body: [
        { kind: 'text', text: word(part) },
        { kind: 'link', label: word('action'), href: link },
      ],
    };
  },
});

async function notifyLearners(
  { db, config, wakeJobs }: At,
  now: Date,
  template: Template,
  learners: readonly UnnotifiedLearner[],
): Promise<void> {
  const languageOf = ({ locale }: UnnotifiedLearner): string => locale ?? config.Locales[0] ?? 'de';
  const known = new Map<string, Translate>();
  for (const language of new Set(learners.map(languageOf))) known.set(language, await loadWords({ db, config }, language));
  let sent = false;
  const notifyOne = async (trx: Db, learner: UnnotifiedLearner): Promise<void> => {
    const { person_id, code_id } = learner;
    const source = { db: trx, config, now };
    const words = known.get(languageOf(learner))!;
    const message = assignmentMail(template, learner);
    if (person_id === null) await notifyCode(source, code_id!, message, words);
    else sent = (await writeMail(source, { ...learner, id: person_id }, message, words)) || sent;
  };
  for (let i = 0; i < learners.length; i += AT_ONCE)
    await db.transaction().execute(async (trx) => {
      for (const learner of learners.slice(i, i + AT_ONCE)) await notifyOne(trx, learner);
    });
  if (sent) wakeJobs();
}

/** Notifies the owners of a class that a learner needs help, at most once per hour and assignment. The notice contains no names. */
export async function notifyHelpWanted(ctx: UserCtx, { id, title, class_id, class_name }: AssignmentRow, stepId: string): Promise<void> {
  const link = href('class', { id: class_id }, { tab: 'results', assignment: id, step: stepId });
  const message = {
    ...simpleMail('helpWanted', { title, class: class_name }, link),
    once: `help:${id}:${ctx.now.toISOString().slice(0, 13)}`,
  };
  for (const owner of await listOwnerIds(ctx.db, class_id)) await notifyPerson(ctx, owner, message);
  ctx.afterCommit(() => ctx.wakeJobs());
}
