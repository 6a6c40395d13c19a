/** Roles, targets and limits for LTI (docs/behaviour/lti.md). */

export const PLATFORM_STATES = ['active', 'disabled'] as const;
export type PlatformState = (typeof PLATFORM_STATES)[number];
/** States of a deployment. `pending` deployments were reported by the platform but are not assigned to a school. */
export const DEPLOYMENT_STATES = ['pending', 'active'] as const;

/** Platform services that the portal can use: sending grades and reading member lists. */
export const PLATFORM_SERVICES = ['grades', 'roster'] as const;
export type PlatformService = (typeof PLATFORM_SERVICES)[number];

export const PLATFORM_NAME_LENGTH = 120;
export const CLIENT_ID_LENGTH = 255;
export const DEPLOYMENT_LENGTH = 255;
/** Maximum number of items that can be selected at once. */
export const MAX_ITEMS = 20;
/** Duration of a visit in minutes, slightly longer than a double lesson. */
export const VISIT_MINUTES = 120;
/** Number of months without a visit after which the data of a visitor is deleted. */
export const LTI_MONTHS = 13;
/** Number of minutes for which the code that links a course to a class is valid. */
export const COURSE_CODE_MINUTES = 60;
/** Number of hours for which a link for dynamic registration is valid. */
export const REGISTRATION_HOURS = 24;

/** Reasons why a message of a platform is rejected, displayed as a code for support. */
export const LTI_PROBLEMS = [
  'unknown_platform',
  'unknown_deployment',
  'platform_refused',
  'bad_message',
  'bad_signature',
  'clock_skew',
  'nonce_used',
  'state_invalid',
  'target_invalid',
  'not_allowed',
  'link_used',
  'platform_unreachable',
] as const;
export type LtiProblem = (typeof LTI_PROBLEMS)[number];

const MEMBERSHIP = 'membership';
const INSTITUTION = 'institution/person';
type Named = Readonly<Record<string, readonly string[]>>;
const TEACHING: Named = {
  [MEMBERSHIP]: ['Instructor', 'ContentDeveloper', 'Administrator', 'TeachingAssistant'],
  [INSTITUTION]: ['Faculty', 'Staff', 'Administrator'],
};
const LEARNING: Named = { [MEMBERSHIP]: ['Learner'], [INSTITUTION]: ['Learner', 'Student'] };

/** Returns whether any role is one of the wanted ones. LTI 1.1 identifies roles by their last word or by a URN. */
const areIn = (roles: readonly string[], wanted: Named): boolean =>
  roles.some((role) => {
    const [, vocabulary = MEMBERSHIP, name = role] =
      /^(?:http:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/|urn:lti:)?(membership|institution\/person|role:ims\/lis|instrole:ims\/lis)[#/](\w+)$/.exec(
        role,
      ) ?? [];
    const kind = vocabulary.startsWith('instrole') ? INSTITUTION : vocabulary.startsWith('role') ? MEMBERSHIP : vocabulary;
    return wanted[kind]?.includes(name) ?? false;
  });

/** Returns the role of the visitor in the portal: teacher or learner. Platforms cannot grant administration rights. */
export const roleOf = (roles: readonly string[]): 'L' | 'S' => (areIn(roles, TEACHING) ? 'L' : 'S');

/** Returns whether the visitor is a learner of the course. Parents and observers are not, so they do not join a class. */
export const isLearner = (roles: readonly string[]): boolean => roleOf(roles) === 'S' && areIn(roles, LEARNING);

/** Target to which a link in a learning platform leads. */
export type LtiTarget =
  | { kind: 'medium'; id: string; start: number | null; end: number | null }
  | { kind: 'list'; id: string }
  | { kind: 'task'; id: string };

/** Path of all links in learning platforms. */
export const LTI_PATH = '/lti/search';
/** Path of the launch URL for LTI 1.1. */
export const LTI_FORM_PATH = '/lti/1.1/launch';

export const LTI_VERSIONS = ['1.3', '1.1'] as const;
export type LtiVersion = (typeof LTI_VERSIONS)[number];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const seconds = (value: string | null | undefined): number | null => (value && /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : null);

/** Parses the target from the query of a link or from its `custom` parameters. Returns `null` if they contain no target. */
export function parseTarget(of: (name: string) => string | null | undefined): LtiTarget | null {
  const medium = of('medium');
  if (medium && medium.length <= 200) {
    const [start, end] = [seconds(of('start')), seconds(of('end'))];
    return { kind: 'medium', id: medium, ...(start !== null && end !== null && end > start ? { start, end } : { start: null, end: null }) };
  }
  for (const kind of ['list', 'task'] as const) {
    const id = of(kind);
    if (id && UUID.test(id)) return { kind, id };
  }
  return null;
}

/** Returns the query from which `parseTarget` parses the target. */
export function formatTarget(target: LtiTarget): string {
  const query = new URLSearchParams({ [target.kind]: target.id });
  if (target.kind === 'medium' && target.start !== null && target.end !== null) {
    query.set('start', String(target.start));
    query.set('end', String(target.end));
  }
  return query.toString();
}
