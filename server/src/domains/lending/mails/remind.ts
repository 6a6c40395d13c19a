/** Hourly mails about ready and uncollected devices and about due and overdue loans (docs/behaviour/lending.md#mails). */
import { DAY, daysBetween, today } from '@fundus/contract/days';
import { SUSPENDING_LEVEL } from '@fundus/contract/lending/calendar/rules';
import { newId } from '../../../db/new-id.ts';
import { notifyAtRisk } from './at-risk.ts';
import type { Portal } from '../../../http/context.ts';
import type { Db } from '../../../db/open.ts';
import { findReader, loadWords, writeMail, type Message, type Translate } from '../../mails/index.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import {
  claimDueLoans,
  claimOverdueLoans,
  claimChangedLines,
  listDeskRecipients,
  listSchoolRecipients,
  type DueLoan,
} from './remind-repository.ts';
import { endAutomaticSuspensions, insertAutomatic } from '../borrowers/suspension-repository.ts';
import { hasAddress, notifyBorrower } from '../borrowers/notify-borrower.ts';
import { notifyLeaving } from './notify-leaving.ts';
import { formatMailDay, formatLoanLines, loansHref, placeWords } from './notify.ts';

/** Dunning levels from which the school and the desk are notified. */
const SCHOOL_LEVEL = 2;
const DESK_LEVEL = 3;
/** Maximum age in milliseconds of a state about which borrowers are still notified. */
const NEWS = 3 * DAY;

type At = Pick<Portal, 'db' | 'config'> & { now: Date };
type Template = 'lendingState' | 'lendingDue' | 'lendingOverdue';

/** Returns the lending points of lines without duplicates, in the order of the lines. */
async function pointsOf(db: Db, lines: readonly DueLoan[]): Promise<PointRow[]> {
  const points: PointRow[] = [];
  for (const id of new Set(lines.map(({ point_id }) => point_id))) points.push((await findPoint(db, id))!);
  return points;
}

const STATES = ['ready', 'not_collected', 'expired'] as const;

/** Line of a reminder. `by` is the name of the learner who has the device if the reader is the responsible teacher. */
type ReminderLine = DueLoan & { by?: string };

/** Returns the text about the lines of one lending point. */
function formatLines(t: Translate, language: string, template: Template, lines: readonly ReminderLine[], pupil: boolean): string {
  if (template === 'lendingState')
    return STATES.flatMap((state) => {
      const those = lines.filter((line) => line.state === state);
      return those.length === 0
        ? []
        : [`${t(pupil ? `mail.lendingState.${state}.pupil` : `mail.lendingState.${state}`)}\n${formatLoanLines(t, language, those)}`];
    }).join('\n\n');
  return lines
    .map(({ model, end, needed_on, by }) => {
      const holder = by === undefined ? '' : ` ${t('mail.lendingDue.by', { name: by })}`;
      const needed = needed_on === null ? '' : ` ${t('mail.lendingDue.needed', { day: formatMailDay(language, needed_on) })}`;
      return `– ${t('mail.lendingDue.line', { model, day: formatMailDay(language, end) })}${holder}${needed}`;
    })
    .join('\n');
}

/** Returns the introduction of a reminder. Teachers who are mailed only about loans of learners get a separate one. */
function formatOpening(t: Translate, template: Template, lines: readonly ReminderLine[], pupil: boolean): string {
  const own = lines.filter(({ by }) => by === undefined);
  const count = lines.length;
  if (own.length === 0) return t(template === 'lendingOverdue' ? 'mail.lendingOverdue.learners' : 'mail.lendingDue.learners', { count });
  const last = template === 'lendingOverdue' && Math.max(...own.map(({ level }) => level)) >= DESK_LEVEL;
  if (last) return t(pupil ? 'mail.lendingOverdue.last.pupil' : 'mail.lendingOverdue.last', { count });
  return t(pupil ? `mail.${template}.text.pupil` : `mail.${template}.text`, { count });
}

const bundle = (template: Template, lines: readonly ReminderLine[], points: readonly PointRow[], pupil: boolean): Message => ({
  template,
  compose: (t, language) => {
    const subject = pupil && template === 'lendingState' ? 'mail.lendingState.subject.pupil' : (`mail.${template}.subject` as const);
    return {
      subject: t(subject, { count: lines.length }),
      body: [
        { kind: 'text', text: formatOpening(t, template, lines, pupil) },
        ...points.flatMap((point) => [
          {
            kind: 'text' as const,
            text: formatLines(
              t,
              language,
              template,
              lines.filter(({ point_id }) => point_id === point.id),
              pupil,
            ),
          },
          { kind: 'text' as const, text: placeWords(point) },
        ]),
        { kind: 'link', label: t('mail.lendingOrdered.open'), href: loansHref(points[0]!.id) },
      ],
    };
  },
});

/**
 * Sends one mail per reader about all of their lines. Responsible teachers are also reminded of their learners' loans, but not notified of states.
 */
async function notifyBorrowers(at: At, template: Template, claimed: readonly DueLoan[]): Promise<void> {
  const withReaders: (ReminderLine & { reader: string })[] = [];
  for (const [borrower, lines] of Map.groupBy(claimed, ({ private_id }) => private_id))
    if (borrower !== null)
      await notifyBorrower(at, { person_id: null, private_id: borrower }, bundle(template, lines, await pointsOf(at.db, lines), false));
  for (const line of claimed) {
    if (line.person_id !== null) withReaders.push({ ...line, reader: line.person_id });
    if (line.responsible_id === null || template === 'lendingState') continue;
    withReaders.push({ ...line, reader: line.responsible_id, by: line.borrower });
  }
  for (const [person, lines] of Map.groupBy(withReaders, ({ reader }) => reader)) {
    const reader = await findReader(at.db, person);
    if (reader?.state !== 'active') continue;
    const pupil = lines.every(({ learner, by }) => learner && by === undefined);
    await writeMail(at, reader, bundle(template, lines, await pointsOf(at.db, lines), pupil));
  }
}

const overdueAt = (lines: readonly DueLoan[], day: string, link: string): Message => ({
  template: 'lendingOverdueOthers',
  compose: (t, language) => ({
    subject: t('mail.lendingOverdueOthers.subject', { count: lines.length }),
    body: [
      { kind: 'text', text: t('mail.lendingOverdueOthers.text') },
      {
        kind: 'text',
        text: lines
          .map(({ borrower, model, end, needed_on }) => {
            const values = { name: borrower, model, day: formatMailDay(language, end), count: daysBetween(end, day) };
            const needed = needed_on === null ? '' : ` ${t('mail.lendingDue.needed', { day: formatMailDay(language, needed_on) })}`;
            return `– ${t('mail.lendingOverdueOthers.line', values)}${needed}`;
          })
          .join('\n'),
      },
      { kind: 'link', label: t('mail.lendingOrdered.open'), href: link },
    ],
  }),
});

/** Returns whether a borrower receives mails. Blocked accounts receive none. */
const isReached = async ({ db }: At, { person_id, private_id }: DueLoan): Promise<boolean> =>
  private_id === null ? person_id !== null && (await findReader(db, person_id))?.state === 'active' : hasAddress(db, private_id);

/** Notifies schools and desks of overdue loans according to the dunning level, in one mail per reader. */
async function notifyOthers(at: At, claimed: readonly DueLoan[], day: string): Promise<void> {
  type Reader = Awaited<ReturnType<typeof listSchoolRecipients>>[number];
  const byReader = new Map<string, { reader: Reader; lines: Map<string, DueLoan> }>();
  for (const line of claimed) {
    // The desk has to phone borrowers who receive no mails.
    const unreachable = !(await isReached(at, line));
    if (line.level < SCHOOL_LEVEL && !unreachable) continue;
    const point = (await findPoint(at.db, line.point_id))!;
    const readers: Reader[] = [
      ...(line.school_id === null || line.level < SCHOOL_LEVEL ? [] : await listSchoolRecipients(at.db, line.school_id)),
      ...(line.level >= DESK_LEVEL || unreachable ? await listDeskRecipients(at.db, point) : []),
    ];
    for (const reader of readers) {
      if (reader.id === line.person_id || reader.id === line.responsible_id) continue;
      const known = byReader.get(reader.id) ?? { reader, lines: new Map() };
      known.lines.set(line.id, line);
      byReader.set(reader.id, known);
    }
  }
  for (const { reader, lines } of byReader.values()) {
    const all = [...lines.values()];
    await writeMail(at, reader, overdueAt(all, day, loansHref(all[0]!.point_id)));
  }
}

/** Suspends borrowers who have reached the last dunning level, so that they get no new loans. */
async function suspendLate({ db, config, now }: At, claimed: readonly DueLoan[], day: string): Promise<void> {
  const late = claimed.filter(({ level }) => level >= SUSPENDING_LEVEL);
  if (late.length === 0) return;
  const reason = (await loadWords({ db, config }, config.Locales[0] ?? 'de'))('mail.lendingOverdue.suspended');
  for (const { person_id, private_id, point_id } of late)
    await insertAutomatic(db, { id: newId(now), person_id, private_id, point_id, reason, created_at: now }, day);
}

/** Sends all reminders. Lines are claimed and mails are written in one transaction per kind of reminder. */
export async function remindBorrowers(portal: Pick<Portal, 'db' | 'config'>, now: Date): Promise<void> {
  const day = today(now);
  const inside = (act: (at: At) => Promise<void>): Promise<void> =>
    portal.db.transaction().execute((db) => act({ db, config: portal.config, now }));
  await inside(async (at) => notifyBorrowers(at, 'lendingState', await claimChangedLines(at.db, new Date(now.getTime() - NEWS))));
  await inside(async (at) => notifyBorrowers(at, 'lendingDue', await claimDueLoans(at.db, day)));
  await inside(async (at) => {
    const overdue = await claimOverdueLoans(at.db, day);
    await notifyBorrowers(at, 'lendingOverdue', overdue);
    await notifyOthers(at, overdue, day);
    await suspendLate(at, overdue, day);
    await endAutomaticSuspensions(at.db, now);
  });
  await inside(notifyAtRisk);
  await inside(notifyLeaving);
}
