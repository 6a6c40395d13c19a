/** Proposals of desk clerks for changing a lending point, decided by its administrators (docs/behaviour/lending.md#proposals). */
import { z } from 'zod';
import { byId, moment, text, version } from '../../fields.ts';
import { endpoint } from '../../endpoint.ts';
import { PointFields } from './points.ts';
import { lendingGate } from '../gate.ts';

/** Maximum number of open proposals of a point. */
export const MAX_PROPOSALS = 20;
export const MAX_PROPOSALS_SHOWN = 50;
/** Days for which decided proposals are kept. */
export const PROPOSAL_DAYS = 90;

export const PROPOSAL_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const;

/** Hours, closures, rules and texts. Only the district decides which schools may borrow and how long borrowers are kept. */
export const ProposedFields = PointFields.omit({ keep_days: true, open_schools: true }).partial();
export type ProposedFields = z.output<typeof ProposedFields>;

export const LendingProposal = z.object({
  id: z.uuid(),
  /** Name of the author; empty if the account is deleted. */
  by: z.string(),
  /** Proposed values. */
  fields: ProposedFields,
  note: z.string(),
  state: z.enum(PROPOSAL_STATES),
  /** True if the point has changed since: it must be proposed again or rejected. */
  outdated: z.boolean(),
  reason: z.string(),
  decided_by: z.string(),
  created_at: moment,
  decided_at: moment.nullable(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type LendingProposal = z.output<typeof LendingProposal>;

export const lendingProposals = {
  proposals: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/proposals',
    summary: 'What is proposed at a point, and what came of it in the last three months; open ones first',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ items: z.array(LendingProposal).max(MAX_PROPOSALS_SHOWN) }),
  }),
  propose: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/points/{id}/proposals',
    summary: 'Propose other hours, closures, rules or words of a point; what is not named stays',
    params: byId,
    body: ProposedFields.extend({ version, note: text(1_000).default('') }),
    reply: LendingProposal,
  }),
  acceptProposal: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/proposals/{id}/accept',
    summary: 'Change the point as it was proposed; all of it, and only while its rules are those it was made for',
    params: byId,
    body: z.object({}),
    reply: LendingProposal,
  }),
  declineProposal: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/proposals/{id}/decline',
    summary: 'Decline what was proposed, with a reason',
    params: byId,
    body: z.object({ reason: text(500).min(1) }),
    reply: LendingProposal,
  }),
  withdrawProposal: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/proposals/{id}/withdraw',
    summary: 'Take an own proposal back that nobody has decided',
    params: byId,
    body: z.object({}),
    reply: LendingProposal,
  }),
};
