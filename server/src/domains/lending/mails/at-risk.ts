/** Notifies borrower and desk once if a loan begins tomorrow while its device is overdue on another loan (docs/behaviour/lending.md#mails). */
import { shiftDay, today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import { writeMail, type MailContext } from '../../mails/index.ts';
import { loansHref, composeOrderMail } from './notify.ts';
import { notifyBorrower } from '../borrowers/notify-borrower.ts';
import { findPoint } from '../points/point-repository.ts';
import { listEndangeredLines, listDeskRecipients } from './remind-repository.ts';

export async function notifyAtRisk(at: MailContext): Promise<void> {
  const day = today(at.now);
  for (const [order, lines] of Map.groupBy(await listEndangeredLines(at.db, day, shiftDay(day, 1)), ({ order_id }) => order_id)) {
    const { person_id, private_id, point_id, number, title, borrower, school, learner: pupil } = lines[0]!;
    const point = (await findPoint(at.db, point_id))!;
    const values = { number, title, point: point.name };
    // Lines of the same order with another start are notified separately.
    const once = `at-risk:${order}:${lines[0]!.start}`;
    await notifyBorrower(
      at,
      { person_id, private_id },
      {
        ...composeOrderMail(point, { template: 'lendingAtRisk', values, lines, pupil }, loansHref(point.id)),
        once,
      },
    );
    const link = href('tech-rental', {}, { point: point.id, tab: 'desk' });
    const about = { template: 'lendingAtRiskDesk' as const, values: { ...values, borrower, school }, lines };
    for (const reader of await listDeskRecipients(at.db, point))
      if (reader.id !== person_id) await writeMail(at, reader, { ...composeOrderMail(point, about, link), once });
  }
}
