/** Changes of a lending point that its desk proposes and administrators decide (docs/behaviour/lending.md#proposals). */
import { z } from 'zod';
import { byId, moment, text, version } from '../../fields.ts';
import { endpoint } from '../../endpoint.ts';
import { PointFields } from './points.ts';
import { lendingGate } from '../gate.ts';

/** Maximum number of open proposals for a lending point. */
export const MAX_PROPOSALS = 20;
export const MAX_PROPOSALS_SHOWN = 50;
/** Number of days for which a proposal is stored after its decision. */
export const PROPOSAL_DAYS = 90;

export const PROPOSAL_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const;

/** Fields that can be proposed. The schools of a district lending point and the retention period are reserved for the district. */
export const ProposedFields = PointFields.omit({ keep_days: true, open_schools: true }).partial();
export type ProposedFields = z.output<typeof ProposedFields>;

export const LendingProposal = z.object({
  id: z.uuid(),
  /** Name of the author, or an empty string if the account was deleted. */
  by: z.string(),
  /** Proposed values of the changed fields. */
  fields: ProposedFields,
  note: z.string(),
  state: z.enum(PROPOSAL_STATES),
  /** True if the rules have changed since the proposal, which can then no longer be accepted. */
  outdated: z.boolean(),
  reason: z.string(),
  decided_by: z.string(),
  created_at: moment,
  decided_at: moment.nullable(),
  /** `undo` is true for a few seconds after a decision that moved no bookings. */
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), undo: z.boolean() }),
});
export type LendingProposal = z.output<typeof LendingProposal>;

export const lendingProposals = {
  proposals: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/proposals',
    summary: 'Proposals of a point and decisions of the last three months; open ones first',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ items: z.array(LendingProposal).max(MAX_PROPOSALS_SHOWN) }),
  }),
  propose: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/points/{id}/proposals',
    summary: 'Propose other hours, closures, rules or texts of a point; absent fields stay as they are',
    params: byId,
    body: ProposedFields.extend({ version, note: text(1_000).default('') }),
    reply: LendingProposal,
  }),
  acceptProposal: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/proposals/{id}/accept',
    summary: 'Accept a proposal and change the point; only while its rules are those the proposal was made for',
    params: byId,
    body: z.object({}),
    reply: LendingProposal,
  }),
  declineProposal: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/proposals/{id}/decline',
    summary: 'Decline a proposal, with a reason',
    params: byId,
    body: z.object({ reason: text(500).min(1) }),
    reply: LendingProposal,
  }),
  undoProposal: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/proposals/{id}/undo',
    summary: 'Open a decided proposal again, until the mail about the decision is sent; an accepted one restores the rules',
    params: byId,
    reply: LendingProposal,
  }),
  withdrawProposal: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/proposals/{id}/withdraw',
    summary: 'Withdraw an own open proposal',
    params: byId,
    body: z.object({}),
    reply: LendingProposal,
  }),
};
