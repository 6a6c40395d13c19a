/** Receipts for handovers and returns, sent as one mail per visit to the desk (docs/behaviour/lending.md#mails). */
import type { Ctx, Portal } from '../../../http/context.ts';
import { gatherForSending } from '../../../jobs/gather.ts';
import { claimBatchItems } from '../../../jobs/repository.ts';
import type { Worker } from '../../../jobs/runner.ts';
import type { Message, Translate } from '../../mails/index.ts';
import { formatMailDay, loansHref, placeWords } from './notify.ts';
import { notifyBorrower } from '../borrowers/notify-borrower.ts';
import { listLinesById, type LineRow } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import type { BorrowerIds } from '../borrowers/borrower.ts';
import { addTime } from '../allocation/spans.ts';

export const RECEIPT_JOB = 'lending_receipt';
/** Prefix of private borrowers' ids in job keys. */
const PRIVATE = 'private/';
/** Length of a visit in milliseconds, starting with its first device. */
const VISIT_MS = 10 * 60_000;

type At = Pick<Ctx, 'db' | 'now'>;
type Direction = 'out' | 'back';

/** Adds a line to the receipt of the current visit, in the transaction of the scan. Does nothing if the borrower was deleted. */
export async function gatherReceipt(
  { db, now }: At,
  { person_id, private_id }: BorrowerIds,
  direction: Direction,
  line: string,
): Promise<void> {
  const key = person_id ?? (private_id && `${PRIVATE}${private_id}`);
  if (key === null) return;
  await gatherForSending(db, { kind: RECEIPT_JOB, key, item: `${direction}/${line}`, now, due: new Date(now.getTime() + VISIT_MS) });
}

function formatLine(
  t: Translate,
  language: string,
  direction: Direction,
  { model_name, item_code, end_on, ends_at, result }: LineRow,
): string {
  const values = { model: model_name, code: item_code ?? '', day: addTime(formatMailDay(language, end_on), ends_at) };
  if (direction === 'out') return `– ${t('mail.lendingReceipt.out.line', values)}`;
  const how = result === null || result === 'ok' ? '' : ` ${t(`mail.lendingReceipt.${result}`)}`;
  return `– ${t('mail.lendingReceipt.back.line', values)}${how}`;
}

type Went = { direction: Direction; line: LineRow & { point_id: string; learner: boolean } };

const receipt = (went: readonly Went[], points: readonly PointRow[], pupil: boolean): Message => ({
  template: 'lendingReceipt',
  compose: (t, language) => ({
    subject: t(pupil ? 'mail.lendingReceipt.subject.pupil' : 'mail.lendingReceipt.subject', { point: points[0]!.name }),
    body: [
      ...points.flatMap((point) => {
        const here = went.filter(({ line }) => line.point_id === point.id);
        const parts = (['out', 'back'] as const).flatMap((direction) => {
          const lines = here.filter((each) => each.direction === direction);
          return lines.length === 0
            ? []
            : [`${t(`mail.lendingReceipt.${direction}`)}\n${lines.map(({ line }) => formatLine(t, language, direction, line)).join('\n')}`];
        });
        return [...parts, placeWords(point)].map((words) => ({ kind: 'text' as const, text: words }));
      }),
      { kind: 'link', label: t('mail.lendingOrdered.open'), href: loansHref(points[0]!.id) },
    ],
  }),
});

export const receiptWorker =
  (portal: Pick<Portal, 'db' | 'config' | 'now'>): Worker =>
  (payload, { id }) =>
    portal.db.transaction().execute(async (db) => {
      const { key } = payload as { key: string };
      const items = (await claimBatchItems(db, id)).map((item) => item.split('/') as [Direction, string]);
      const lines = new Map(
        (
          await listLinesById(
            db,
            items.map(([, line]) => line),
          )
        ).map((line) => [line.id, line]),
      );
      const went = items.flatMap(([direction, line]) => (lines.has(line) ? [{ direction, line: lines.get(line)! }] : []));
      if (went.length === 0) return;
      const points: PointRow[] = [];
      for (const point of new Set(went.map(({ line }) => line.point_id))) points.push((await findPoint(db, point))!);
      await notifyBorrower(
        { db, config: portal.config, now: portal.now() },
        key.startsWith(PRIVATE) ? { person_id: null, private_id: key.slice(PRIVATE.length) } : { person_id: key, private_id: null },
        receipt(
          went,
          points,
          went.some(({ line }) => line.learner),
        ),
      );
    });
