/** Queries to refetch after assignments change, and error messages. */
import { assignments, type OwnWork, type Report, type UnitState } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import type { AppError } from '@fundus/contract/errors';
import { call, callWith } from '../../api/call.ts';
import { sendWhenConnected } from '../../api/outbox.ts';
import { query } from '../../api/query.ts';
import { sendAuthenticated } from '../../api/session-end.ts';
import { createUuid } from '../../api/use-key.ts';
import { t as translate, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

export const RESULT_READS = {
  refreshes: [assignmentResults.grid, assignmentResults.ofAssignment, assignmentResults.ofLearner, assignments.list, assignments.own],
};
export const ASSIGNMENT_READS = { refreshes: [assignments.read, ...RESULT_READS.refreshes] };

/** Calls that read an assignment for a learner and report the learner's work. */
type Calls = {
  read: (id: string) => ReturnType<typeof query<typeof assignments.read>>;
  report: (id: string, stepId: string, body: Report) => Promise<OwnWork>;
  units: (id: string, stepId: string) => Promise<{ units: Record<string, UnitState> }>;
};
const WAITS: readonly Report['event'][] = ['answer', 'mark', 'help', 'score'];

let calls: Calls = {
  read: (id) => query(assignments.read, { params: { id } }),
  report: (id, stepId, body) => {
    const key = createUuid();
    const send = () => callWith(assignments.report, undefined, { params: { id, stepId }, body }, key);
    // Explicit actions of a learner wait for the connection. Positions in a film do not, because they are reported again soon.
    return WAITS.includes(body.event) ? sendWhenConnected(() => sendAuthenticated(send)) : send();
  },
  units: (id, stepId) => call(assignments.units, { params: { id, stepId } }),
};
/** Replaces the calls. Used for visits from a learning platform, which have no session. */
export const setWorkCalls = (others: Calls): void => void (calls = others);
export const sendReport: Calls['report'] = (...args) => calls.report(...args);

export const readUnitStates = async (id: string, stepId: string): Promise<Record<string, UnitState>> =>
  (await calls.units(id, stepId)).units;

/** Returns the query of an assignment, which is refetched each time it is opened. */
export const readAssignment = (id: string) => ({ ...calls.read(id), staleTime: 0 });

export function errorText(t: Translate, error: AppError): string {
  const { reason, most, state } = error.details ?? {};
  if (reason === 'begun') return t('assignment.begun');
  if (reason === 'attempts') return t('assignment.attempts.over', { count: Number(most) });
  if (reason === 'most') return t('assignment.most', { count: Number(most) });
  if (reason === 'completion') return t('assignment.step.completion.wrong');
  if (reason === 'no_steps') return t('assignment.steps.missing');
  if (error.code === 'validation_failed' && error.field === 'due_at') return t('assignment.due.wrong');
  if (error.code === 'validation_failed' && /^steps\.\d+\.end_s$/.test(error.field ?? '')) return t('excerpts.end.wrong');
  if (error.code === 'state_conflict' && state === 'closed') return t('assignment.closed.pupil');
  if (error.code === 'state_conflict') return t('assignment.moved');
  if (error.code === 'licence_missing') return t('assignment.step.closed.pupil');
  return t(`error.${error.code}`, { name: '' });
}

/** Shows an error as a snackbar. */
export const showError = (error: AppError): void => showSnackbar({ text: errorText(translate, error), type: 'error' });
