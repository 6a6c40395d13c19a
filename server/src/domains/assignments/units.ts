/** Units of a SCORM package in a step of an assignment, with their saved states and total score. */
import type { assignments, UnitState } from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../http/context.ts';
import { findUnitsOf } from '../files/index.ts';
import { findOfLearner } from './repository.ts';
import { findUnits, type Units } from './work-repository.ts';

/** Maximum size in characters of all unit states of one learner and step. */
const MAX_UNITS_STATE = 2_000_000;

const isFinal = (state: UnitState | undefined): state is UnitState => state !== undefined && state.status !== 'incomplete';

/** Returns the states of the units of a step, for a learner of the assignment. */
export async function readUnits(ctx: UserCtx, { params }: Input<typeof assignments.units>): Promise<{ units: Units }> {
  const row = await findOfLearner(ctx.db, ctx.user, today(ctx.now), params.id);
  if (!row) throw notFound();
  if (!row.steps.some(({ id }) => id === params.stepId)) throw notFound('stepId');
  return { units: await findUnits(ctx.db, { step_id: params.stepId, member_id: row.member_id }) };
}

export type UnitsChange = {
  units: Units;
  /** Total score in percent, or `null` until every unit is done. */
  percent: number | null;
  /** True if every unit is completed or passed. */
  completed: boolean;
  /** True if the total score has changed. */
  isNew: boolean;
  /** True if the attempt of this session has already been counted. */
  isCounted: boolean;
};

/**
 * Adds the state of a unit. Throws `validation_failed` if the package does not have the unit, and `too_large` if all states together are too large.
 */
export async function addUnitState(
  ctx: UserCtx,
  key: { step_id: string; member_id: string },
  identifier: string | null,
  { unit, state }: { unit: string; state: UnitState },
): Promise<UnitsChange> {
  const known = identifier === null ? [] : await findUnitsOf(ctx.db, identifier);
  if (!known.includes(unit)) throw invalid('unit', 'unknown');
  const before = await findUnits(ctx.db, key);
  const isCounted = !state.begun && before[unit]?.counted === true;
  const percent = meanOf(known, { ...before, [unit]: state });
  const isNew = percent !== null && percent !== meanOf(known, before);
  const units = { ...before, [unit]: { ...state, counted: isCounted || isNew } };
  if (JSON.stringify(units).length > MAX_UNITS_STATE) throw new AppError('too_large', { field: 'state' });
  const completed = known.every((id) => isFinal(units[id]) && units[id].status !== 'failed');
  return { units, percent, completed, isNew, isCounted };
}

/** Returns the mean score in percent. A unit without a score counts as 100 if it is completed and as zero if it failed. */
function meanOf(known: readonly string[], units: Units): number | null {
  const states = known.map((id) => units[id]);
  if (states.length === 0 || !states.every(isFinal)) return null;
  const sum = states.reduce((points, { scaled, status }) => points + (scaled ?? (status === 'failed' ? 0 : 1)), 0);
  return Math.round((100 * sum) / states.length);
}
