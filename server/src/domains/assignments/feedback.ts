/** Notices that a teacher causes: feedback on a step, and reminders (docs/behaviour/assignments.md#notices). */
import { today } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { fullName } from '@fundus/contract/people/full-name';
import { href } from '@fundus/contract/screens';
import type { UserCtx } from '../../http/context.ts';
import { loadWords, notifyCode, notifyPerson, type Message } from '../mails/index.ts';
import { listNotified, listUsedKeys, type NotifiedLearner } from './notify-repository.ts';
import type { AssignmentRow, StepRow } from './repository.ts';

const HOUR_DIGITS = 13;

/** Sends a message to learners with an account or a learner code. */
async function notifyLearners(ctx: UserCtx, learners: readonly NotifiedLearner[], message: Message): Promise<void> {
  const words = await loadWords(ctx, ctx.config.Locales[0] ?? 'de');
  for (const { person_id, code_id } of learners) {
    if (person_id !== null) await notifyPerson(ctx, person_id, message);
    else if (code_id !== null) await notifyCode(ctx, code_id, message, words);
  }
  ctx.afterCommit(() => ctx.wakeJobs());
}

const hrefOf = ({ id, class_id }: AssignmentRow): string => href('class', { id: class_id }, { tab: 'assignments', assignment: id });

type Feedback = {
  members: readonly string[];
  /** Completion that the teacher set, or `null` if there is only a comment. */
  done: boolean | null;
};

/** Notifies learners of a comment or a correction, at most once per hour, step and kind of feedback. */
export async function notifyFeedback(ctx: UserCtx, row: AssignmentRow, step: StepRow, { members, done }: Feedback): Promise<void> {
  const part = done === null ? 'comment' : done ? 'done' : 'undone';
  const values = { teacher: fullName(ctx.user), step: step.title || row.title, title: row.title };
  await notifyLearners(ctx, await listNotified(ctx.db, members), {
    template: 'assignmentFeedback',
    once: `assignment-feedback:${step.id}:${part}:${ctx.now.toISOString().slice(0, HOUR_DIGITS)}`,
    compose: (t) => ({
      subject: t('mail.assignmentFeedback.subject', values),
      body: [
        { kind: 'text', text: t(`mail.assignmentFeedback.${part}` as MessageKey, values) },
        { kind: 'link', label: t('mail.assignmentFeedback.action'), href: hrefOf(row) },
      ],
    }),
  });
}

/** Reminds the given members. Returns the numbers of learners who are reminded now and who were already reminded today. */
export async function remindLearners(
  ctx: UserCtx,
  row: AssignmentRow,
  memberIds: readonly string[],
): Promise<{ reminded: number; before: number }> {
  const once = `assignment-remind:${row.id}:${today(ctx.now)}`;
  const learners = await listNotified(ctx.db, memberIds);
  const known = await listUsedKeys(ctx.db, once);
  const fresh = learners.filter(({ person_id, code_id }) => !known.has((person_id ?? code_id)!));
  const part = row.due_at === null ? 'text' : 'until';
  await notifyLearners(ctx, fresh, {
    template: 'assignmentReminder',
    once,
    compose: (t, language) => {
      const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Berlin' });
      const until = row.due_at === null ? '' : moment.format(row.due_at);
      const values = { teacher: fullName(ctx.user), title: row.title, class: row.class_name, until };
      return {
        subject: t('mail.assignmentReminder.subject', values),
        body: [
          { kind: 'text', text: t(`mail.assignmentReminder.${part}` as MessageKey, values) },
          { kind: 'link', label: t('mail.assignmentReminder.action'), href: hrefOf(row) },
        ],
      };
    },
  });
  return { reminded: fresh.length, before: learners.length - fresh.length };
}
