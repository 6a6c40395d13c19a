/** Initial state of a package frame. It is passed in the name of the frame and read by the runtime (client/src/package-runtime/frame-state.ts). */
import type { UnitState } from '@fundus/contract/assignments/assignments';
import type { PackageUnit } from '@fundus/contract/files/packages';

const MARK = 'fundus:';

type About = {
  unit: PackageUnit | null;
  /** State of the unit from an earlier session. */
  state: UnitState | undefined;
  /** True if results count for an assignment. */
  counts: boolean;
  /** Pseudonym of the learner that the package receives. */
  learner: string;
  /** Storage of units that were opened earlier in this viewer. */
  kept: string | null;
};

/** Returns the name of the frame: `fundus:` and the state as JSON. */
export function frameName({ unit, state, counts, learner, kept }: About): string {
  const storage = readKept(kept);
  const seed = unit?.scorm ? { id: unit.id, cmi: state?.cmi ?? null, supplied: buildSuppliedValues(unit, counts, learner) } : null;
  return MARK + JSON.stringify({ ...storage, unit: seed });
}

function readKept(stored: string | null): object {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

/** Returns the values of the data model that a learning platform provides. */
function buildSuppliedValues(unit: PackageUnit, counts: boolean, learner: string): Record<string, string> {
  const credit = counts ? 'credit' : 'no-credit';
  const given = ([, value]: [string, string]): boolean => value !== '';
  const limits: [string, string][] =
    unit.scorm === '1.2'
      ? [
          ['cmi.launch_data', unit.launch_data],
          ['cmi.student_data.mastery_score', unit.mastery === null ? '' : String(unit.mastery)],
          ['cmi.student_data.max_time_allowed', unit.max_time],
          ['cmi.student_data.time_limit_action', unit.time_limit_action],
        ]
      : [
          ['cmi.launch_data', unit.launch_data],
          ['cmi.scaled_passing_score', unit.mastery === null ? '' : String(unit.mastery / 100)],
          ['cmi.completion_threshold', unit.threshold === null ? '' : String(unit.threshold)],
          ['cmi.max_time_allowed', unit.max_time],
          ['cmi.time_limit_action', unit.time_limit_action],
        ];
  const names =
    unit.scorm === '1.2'
      ? ['cmi.core.student_id', 'cmi.core.student_name', 'cmi.core.credit', 'cmi.core.lesson_mode']
      : ['cmi.learner_id', 'cmi.learner_name', 'cmi.credit', 'cmi.mode'];
  const [id, name, creditName, mode] = names as [string, string, string, string];
  return { [id]: 'learner', [name]: learner, [creditName]: credit, [mode]: 'normal', ...Object.fromEntries(limits.filter(given)) };
}

/** Returns the folder of a package from the address of one of its pages. */
export const folderOf = (href: string): string => /^(?:https?:\/\/[^/]+)?\/content\/[^/]+\//.exec(href)?.[0] ?? href;
