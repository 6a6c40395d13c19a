/**
 * Proposals of opening hours, closures, rules and texts by desk staff. Administrators of the point decide on them
 * (docs/behaviour/lending.md#proposals).
 */
import { isDeepStrictEqual } from 'node:util';
import { DAY } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { AppError, notFound } from '@fundus/contract/errors';
import {
  MAX_PROPOSALS,
  PROPOSAL_DAYS,
  type LendingProposal,
  type lendingProposals,
  type ProposedFields,
} from '@fundus/contract/lending/points/proposals';
import { DATE_RULES } from '@fundus/contract/lending/points/points';
import { DECISION_SECONDS, type MailTemplate } from '@fundus/contract/mails/mails';
import { href } from '@fundus/contract/screens';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { makeUndoableDecision, notifyPerson, undoDecision, writeMail, type Message } from '../../mails/index.ts';
import type { PointRow } from './point-repository.ts';
import { requirePossibleAt, completeWeek } from './points.ts';
import { mayManagePoint } from './policy.ts';
import {
  countOpenProposals,
  decideProposal,
  findProposal,
  insertProposal,
  listManagers,
  listProposals,
  lockProposal,
  type ProposalRow,
} from './proposal-repository.ts';
import { requirePoint } from './access.ts';

/** Returns whether the decision can still be undone. Accepting rules about dates moves bookings and is therefore final. */
const isUndoable = ({ state, decided_at, fields }: ProposalRow, now: Date): boolean =>
  decided_at !== null &&
  now.getTime() - decided_at.getTime() < DECISION_SECONDS * 1_000 &&
  (state === 'declined' || (state === 'accepted' && !DATE_RULES.some((rule) => rule in fields)));

const present = ({ user, now }: UserCtx, point: PointRow, row: ProposalRow): LendingProposal => ({
  ...{ id: row.id, by: row.by ?? '', fields: row.fields, note: row.note, state: row.state, reason: row.reason },
  outdated: row.state === 'open' && row.version !== row.current,
  decided_by: row.decider ?? '',
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  can: {
    decide: row.state === 'open' && mayManagePoint(user, point),
    withdraw: row.state === 'open' && row.proposed_by === user.id,
    undo: mayManagePoint(user, point) && isUndoable(row, now),
  },
});

export async function readProposals(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingProposals.proposals>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const rows = await listProposals(ctx.db, point.id, new Date(ctx.now.getTime() - PROPOSAL_DAYS * DAY));
  return { items: rows.map((row) => present(ctx, point, row)) };
}

/** Returns the proposed fields that differ from the current rules of the point. */
const changesOf = (point: PointRow, fields: ProposedFields): ProposedFields =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(value, point[field as keyof PointRow])));

export async function propose(
  ctx: UserCtx,
  pointId: string,
  { version, note, ...wanted }: Input<typeof lendingProposals.propose>['body'],
): Promise<LendingProposal> {
  const point = await requirePoint(ctx, pointId, 'desk', 'id');
  if (point.version !== version) throw new AppError('version_conflict');
  requirePossibleAt(point.school_id, wanted);
  const fields = changesOf(point, completeWeek(wanted));
  if (Object.keys(fields).length === 0) throw new AppError('state_conflict', { details: { reason: 'nothing_changes' } });
  if ((await countOpenProposals(ctx.db, point.id)) >= MAX_PROPOSALS)
    throw new AppError('state_conflict', { details: { reason: 'most_proposals', most: MAX_PROPOSALS } });
  const id = newId(ctx.now);
  await insertProposal(ctx.db, { id, point_id: point.id, proposed_by: ctx.user.id, version, note, created_at: ctx.now }, fields);
  const row = (await findProposal(ctx.db, id))!;
  const values = { name: row.by ?? '', point: point.name };
  for (const reader of await listManagers(ctx.db, point))
    if (reader.id !== ctx.user.id) await writeMail(ctx, reader, proposalMail(point, 'lendingProposed', values, note));
  return present(ctx, point, row);
}

/** Returns the mail about a proposal or its decision. It quotes the author's note or the reason of the decision. */
const proposalMail = (point: PointRow, template: MailTemplate, values: Record<string, string>, words: string): Message => ({
  template,
  compose: (t) => {
    const word = (what: string): string => t(`mail.${template}.${what}` as 'mail.lendingProposed.text', values);
    return {
      subject: word('subject'),
      body: [
        { kind: 'text', text: word('text') },
        ...(words === '' ? [] : [{ kind: 'quote' as const, text: words }]),
        { kind: 'link', label: t('mail.lendingProposed.open'), href: href('tech-rental', {}, { point: point.id, tab: 'stock' }) },
      ],
    };
  },
});

type Found = { row: ProposalRow; point: PointRow };

/** Returns an open proposal and locks it until commit. Throws `state_conflict` if it was decided. */
async function requireOpen(ctx: UserCtx, id: string, to: 'desk' | 'manage'): Promise<Found> {
  const found = await findProposal(ctx.db, id);
  if (!found) throw notFound();
  const point = await requirePoint(ctx, found.point_id, to, 'id');
  await lockProposal(ctx.db, id);
  const row = (await findProposal(ctx.db, id))!;
  if (row.state !== 'open') throw new AppError('state_conflict', { details: { state: row.state } });
  return { row, point };
}

type Decision = 'accepted' | 'declined' | 'withdrawn';

/** State before a decision. `fields` are the rules of the point before the acceptance, `current` is the version of the point after the decision. */
type Before = { fields: ProposedFields; current: number };
const decisionOn = (id: string): string => `proposal:${id}`;

async function decide(ctx: UserCtx, { row, point }: Found, state: Decision, reason = ''): Promise<LendingProposal> {
  await decideProposal(ctx.db, row.id, { state, reason, decided_by: ctx.user.id, decided_at: ctx.now });
  const after = (await findProposal(ctx.db, row.id))!;
  if (state !== 'withdrawn') {
    const template = state === 'accepted' ? 'lendingProposalAccepted' : 'lendingProposalDeclined';
    const message = proposalMail(point, template, { point: point.name }, reason);
    const before: Before = {
      fields: Object.fromEntries(Object.keys(row.fields).map((field) => [field, point[field as keyof PointRow]])) as ProposedFields,
      current: after.current,
    };
    await makeUndoableDecision(ctx, decisionOn(row.id), before, async (delayed) => {
      if (row.proposed_by !== null && row.proposed_by !== ctx.user.id) await notifyPerson({ ...ctx, delayed }, row.proposed_by, message);
    });
  }
  return present(ctx, point, after);
}

type ChangePoint = (ctx: UserCtx, id: string, body: Input<typeof lendingDesk.changePoint>['body']) => Promise<unknown>;

/** Applies a proposal to the point and marks it as accepted, in one transaction. */
export async function acceptProposal(ctx: UserCtx, id: string, changePoint: ChangePoint): Promise<LendingProposal> {
  const found = await requireOpen(ctx, id, 'manage');
  const { row, point } = found;
  if (row.version !== point.version) throw new AppError('version_conflict', { details: { reason: 'rules' } });
  await changePoint(ctx, point.id, { version: row.version, ...row.fields });
  return decide(ctx, found, 'accepted');
}

export async function declineProposal(ctx: UserCtx, id: string, reason: string): Promise<LendingProposal> {
  const found = await requireOpen(ctx, id, 'manage');
  const { school_id: school, district_id: district, name } = found.point;
  await recordAudit(ctx, 'lending.decline_proposal', null, { name, reason }, { school, district });
  return decide(ctx, found, 'declined', reason);
}

/**
 * Reopens a decided proposal until the mail about the decision is sent. Restores the rules if it was accepted. Throws the errors of `undoDecision`,
 * and `state_conflict` if the rules have changed since or bookings were moved.
 */
export async function undoProposal(ctx: UserCtx, id: string, changePoint: ChangePoint): Promise<LendingProposal> {
  const found = await findProposal(ctx.db, id);
  if (!found) throw notFound();
  const point = await requirePoint(ctx, found.point_id, 'manage', 'id');
  await lockProposal(ctx.db, id);
  const row = (await findProposal(ctx.db, id))!;
  const { before } = await undoDecision<Before>(ctx, decisionOn(id));
  if (!isUndoable(row, ctx.now)) throw new AppError('state_conflict', { details: { state: row.state } });
  if (row.state === 'accepted') {
    if (row.current !== before.current) throw new AppError('state_conflict', { details: { reason: 'rules' } });
    await changePoint(ctx, point.id, { version: row.current, ...before.fields });
  }
  const { current } = (await findProposal(ctx.db, id))!;
  const version = row.state === 'accepted' ? current : row.version;
  await decideProposal(ctx.db, id, { state: 'open', reason: '', decided_by: null, decided_at: null, version });
  const { school_id: school, district_id: district, name } = point;
  await recordAudit(ctx, 'lending.reopen_proposal', { name, state: row.state }, null, { school, district });
  return present(ctx, point, (await findProposal(ctx.db, id))!);
}

export async function withdrawProposal(ctx: UserCtx, id: string): Promise<LendingProposal> {
  const found = await requireOpen(ctx, id, 'desk');
  if (found.row.proposed_by !== ctx.user.id) throw new AppError('forbidden');
  return decide(ctx, found, 'withdrawn');
}
