/** Actions of the desk for a borrower: notes, messages, suspensions and briefings (docs/behaviour/lending.md#borrowers-at-the-desk). */
import type { Input } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Suspension } from '@fundus/contract/lending/condition/condition';
import { MAX_NOTES, type BorrowerNote, type lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import type { Message } from '../../mails/index.ts';
import { actOnce } from '../allocation/scans.ts';
import { subjectOf, type BorrowerIds } from '../borrowers/borrower.ts';
import { deleteNote, findNote, insertNote, listNotes, type NoteRow } from '../borrowers/note-repository.ts';
import { hasAddress, notifyBorrower } from '../borrowers/notify-borrower.ts';
import { loansHref, placeWords } from '../mails/notify.ts';
import { recordBriefing } from '../orders/briefings.ts';
import { recordSuspension } from '../orders/suspensions.ts';
import { requirePoint } from '../points/access.ts';
import type { PointRow } from '../points/point-repository.ts';
import { isLearner, requireKnownBorrower } from './known-borrower.ts';

type Calls = typeof lendingBorrower;

export const presentNote = ({ id, text, author, created_at }: NoteRow): BorrowerNote => ({
  ...{ id, text, by: author ?? '', at: created_at.toISOString() },
});

const scopeOf = ({ school_id, district_id }: PointRow, borrower: BorrowerIds) => ({
  ...{ school: school_id, district: district_id, ...subjectOf(borrower) },
});

export async function addNote(
  ctx: UserCtx,
  id: string,
  { point: pointId, text, key }: Input<Calls['addNote']>['body'],
): Promise<BorrowerNote> {
  const { point, borrower } = await requireKnownBorrower(ctx, pointId, id);
  const made = await actOnce(ctx, key, point.id, async () => {
    if ((await listNotes(ctx.db, borrower, point.id, MAX_NOTES)).length >= MAX_NOTES)
      throw new AppError('state_conflict', { field: 'text', details: { reason: 'most_notes', most: MAX_NOTES } });
    const note = newId(ctx.now);
    const { person_id, private_id } = borrower;
    await insertNote(ctx.db, { id: note, point_id: point.id, person_id, private_id, text, created_by: ctx.user.id, created_at: ctx.now });
    return { note };
  });
  const row = await findNote(ctx.db, made.note);
  if (!row) throw notFound();
  return presentNote(row);
}

export async function removeNote(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await findNote(ctx.db, id);
  if (!row) throw notFound();
  const point = await requirePoint(ctx, row.point_id, 'desk', 'id');
  await deleteNote(ctx.db, id);
  await recordAudit(ctx, 'lending.remove_note', null, null, scopeOf(point, row));
  return { ok: true };
}

/** Sends a message to a borrower by mail. Throws `state_conflict` if the borrower cannot be reached. */
export async function messageBorrower(
  ctx: UserCtx,
  id: string,
  { point: pointId, text, key }: Input<Calls['messageBorrower']>['body'],
): Promise<{ ok: true }> {
  const { point, borrower, active } = await requireKnownBorrower(ctx, pointId, id);
  const reachable = borrower.private_id === null ? active : await hasAddress(ctx.db, borrower.private_id);
  if (!reachable) throw new AppError('state_conflict', { details: { reason: 'not_reachable' } });
  await actOnce(ctx, key, point.id, async () => {
    await notifyBorrower(ctx, borrower, deskMessage(point, text));
    await recordAudit(ctx, 'lending.message', null, null, scopeOf(point, borrower));
    return {};
  });
  return { ok: true };
}

const deskMessage = (point: PointRow, text: string): Message => ({
  template: 'lendingMessage',
  compose: (t) => ({
    subject: t('mail.lendingMessage.subject', { point: point.name }),
    body: [
      { kind: 'text', text: t('mail.lendingMessage.text', { point: point.name }) },
      { kind: 'quote', text },
      { kind: 'text', text: placeWords(point) },
      { kind: 'link', label: t('mail.lendingOrdered.open'), href: loansHref(point.id) },
    ],
  }),
});

export async function suspendBorrower(
  ctx: UserCtx,
  id: string,
  { point: pointId, ...body }: Input<Calls['suspendBorrower']>['body'],
): Promise<Suspension> {
  const known = await requireKnownBorrower(ctx, pointId, id);
  return recordSuspension(ctx, known.point, known.borrower, { ...body, pupil: isLearner(known) });
}

export async function briefBorrower(
  ctx: UserCtx,
  id: string,
  { point: pointId, ...body }: Input<Calls['briefBorrower']>['body'],
): Promise<{ ok: true }> {
  const { point, borrower } = await requireKnownBorrower(ctx, pointId, id);
  await recordBriefing(ctx, point, borrower, body);
  return { ok: true };
}
