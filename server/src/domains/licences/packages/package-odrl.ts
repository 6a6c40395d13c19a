/**
 * Parser for usage rights in ODRL, as exchanged by VIDIS and Schulconnex (docs/behaviour/licences.md#rationale). A policy states the permitted
 * actions, the number of concurrent uses and the period of a medium. Suppliers wrap it differently. The parser therefore accepts a policy inside
 * `data`, inside `policy` or alone, with `permission` or `permissions`, and with targets and values as texts or objects.
 */
import { invalid } from '@fundus/contract/errors';
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today } from '@fundus/contract/days';
import { cleanLine } from '@fundus/contract/fields';
import { checkLine, type PackageLine } from './package-lines.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? cleanLine(String(value)) : '');

/** Returns a text itself, or the identifying field of an object. */
const wordOf = (value: unknown): string =>
  isObject(value) ? textOf(value.uid ?? value['@id'] ?? value.id ?? value['@value'] ?? value.value) : textOf(value);

/** Returns an ODRL term without its prefix, for example `use` for `odrl:use` and `http://www.w3.org/ns/odrl/2/use`. */
const termOf = (value: unknown): string => wordOf(value).split(/[:/#]/).at(-1)!.toLowerCase();

const ACTIONS: Record<keyof Rights, readonly string[]> = {
  stream: ['stream', 'play', 'display', 'present', 'read', 'execute'],
  download: ['download', 'reproduce', 'archive'],
  home_use: ['home_use', 'homeuse'],
  lms_embed: ['embed', 'include', 'aggregate'],
  edit: ['modify', 'derive', 'edit', 'annotate'],
};

/** Returns the rights for the named actions. `use` grants the default rights of a licence. */
function rightsOf(actions: readonly string[]): Partial<Rights> {
  if (actions.length === 0 || actions.includes('use')) return {};
  return Object.fromEntries(Object.entries(ACTIONS).map(([right, words]) => [right, words.some((word) => actions.includes(word))]));
}

/** Returns the date itself, or for a moment its date in the portal's time zone. With `before`, returns the last day before it. */
function dayOf(value: string, before: boolean): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return Number.isNaN(Date.parse(value)) ? undefined : before ? shiftDay(value, -1) : value;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : today(new Date(before ? moment - 1 : moment));
}

type Limits = Pick<PackageLine, 'seats' | 'valid_from' | 'valid_to' | 'problem'>;

function limitsOf(constraints: readonly unknown[]): Limits {
  const limits: Limits = { seats: 0, valid_from: null, valid_to: null, problem: null };
  for (const constraint of constraints.filter(isObject)) {
    const [left, operator, right] = [termOf(constraint.leftOperand), termOf(constraint.operator), wordOf(constraint.rightOperand)];
    if (['concurrentusers', 'concurrentuses', 'count', 'unitofcount'].includes(left)) {
      if (/^\d{1,7}$/.test(right) && ['lteq', 'eq', 'lt'].includes(operator)) limits.seats = Number(right) - (operator === 'lt' ? 1 : 0);
      else limits.problem = { field: 'seats', rule: 'format' };
    } else if (left === 'datetime' || left === 'date') {
      const first = operator === 'gteq' || operator === 'gt';
      const day = dayOf(right, operator === 'lt');
      if (day === undefined) limits.problem = { field: first ? 'valid_from' : 'valid_to', rule: 'format' };
      else if (first) limits.valid_from = operator === 'gt' && /^\d{4}-\d{2}-\d{2}$/.test(right) ? shiftDay(day, 1) : day;
      else limits.valid_to = day;
    }
  }
  return limits;
}

/** Returns the school numbers of the assignees. Without any, returns one empty text. */
function schoolsOf(assignees: readonly unknown[]): string[] {
  const numbers = assignees
    .filter(isObject)
    .flatMap((assignee) => listOf(assignee.refinement).filter(isObject))
    .filter((refinement) => wordOf(refinement.leftOperand).endsWith('kennung'))
    .flatMap((refinement) => listOf(refinement.rightOperand).map(wordOf))
    .filter((number) => number !== '');
  return numbers.length > 0 ? [...new Set(numbers)] : [''];
}

type Granted = { medium: string; school: string; of: Json[] };

/** Returns the grants of a policy by medium and school. */
function grantedBy(policy: Json): Granted[] {
  const granted = new Map<string, Granted>();
  for (const permission of [...listOf(policy.permission), ...listOf(policy.permissions)].filter(isObject))
    for (const school of schoolsOf(listOf(permission.assignee))) {
      const medium = wordOf(permission.target ?? policy.target);
      const key = JSON.stringify([medium, school]);
      const { of } = granted.get(key) ?? { of: [] };
      granted.set(key, { medium, school, of: [...of, permission] });
    }
  return [...granted.values()];
}

/** Returns one line for each medium and school in a policy. */
function linesOf(policy: Json, first: number): PackageLine[] {
  const access = isObject(policy.access_control) ? policy.access_control : {};
  const key = isObject(access.value) ? wordOf(access.value.licenseKey) : '';
  const id = key || wordOf(policy.id ?? policy.uid ?? policy['@id']);
  const granted = grantedBy(policy);
  const isOne = (what: 'medium' | 'school'): boolean => new Set(granted.map((each) => each[what])).size < 2;
  return granted.map(({ medium, school, of }, i) => {
    const limits = limitsOf([...listOf(policy.constraint), ...of.flatMap((permission) => listOf(permission.constraint))]);
    const roles = of.flatMap((permission) => listOf(permission.assignee)).map((one) => JSON.stringify(one));
    // Each licence needs its own number, so for several media or schools their names are appended to the number of the policy.
    const parts = [isOne('medium') ? '' : medium, isOne('school') ? '' : school].filter(Boolean);
    return checkLine({
      ...limits,
      line: first + i,
      medium,
      code: id === '' ? '' : [id, ...parts].join('#'),
      licensor: cleanLine(wordOf(of[0]!.assigner ?? policy.assigner)),
      scope: limits.seats > 0 ? 'volume' : 'school',
      runtime: limits.valid_to === null ? 'unlimited' : 'until_date',
      runtime_days: null,
      audience:
        roles.length === 0
          ? 'all'
          : roles.every((one) => /"lehr"/i.test(one))
            ? 'teacher'
            : roles.every((one) => /"lern"/i.test(one))
              ? 'student'
              : 'all',
      price: null,
      rights: rightsOf(of.flatMap((permission) => listOf(permission.action)).map(termOf)),
      school,
    });
  });
}

/** Maximum nesting depth of a policy. */
const DEEPEST = 6;

/** Returns all policies in a document. An entry that only reports an error of the supplier contains none. */
function policiesIn(value: unknown, depth = 0): Json[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((each) => policiesIn(each, depth + 1));
  if (!isObject(value)) return [];
  if (value.permission !== undefined || value.permissions !== undefined) return [value];
  if (isObject(value.policy)) return [{ access_control: value.access_control, ...value.policy }];
  return policiesIn(value.data ?? value['@graph'] ?? value.policies, depth + 1);
}

/** Parses a document. Throws `validation_failed` for invalid JSON. */
export function parseOdrl(text: string): PackageLine[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('content', 'json');
  }
  const lines: PackageLine[] = [];
  for (const policy of policiesIn(value)) lines.push(...linesOf(policy, lines.length + 1));
  return lines;
}
