/** Roles, targets and limits of LTI (docs/behaviour/lti.md). Pure. */

export const PLATFORM_STATES = ['active', 'disabled'] as const;
export type PlatformState = (typeof PLATFORM_STATES)[number];
/** `pending`: named by the platform, not assigned to a school yet. */
export const DEPLOYMENT_STATES = ['pending', 'active'] as const;

/** Services of a platform that the portal may use: sending grades, reading members. */
export const PLATFORM_SERVICES = ['grades', 'roster'] as const;
export type PlatformService = (typeof PLATFORM_SERVICES)[number];

export const PLATFORM_NAME_LENGTH = 120;
export const CLIENT_ID_LENGTH = 255;
export const DEPLOYMENT_LENGTH = 255;
/** Maximum number of items selected at once. */
export const MAX_ITEMS = 20;
/** Duration of a visit in minutes: a double lesson and a little. */
export const VISIT_MINUTES = 120;
/** Months without a visit after which a visitor's data is removed. */
export const LTI_MONTHS = 13;
/** Minutes for which a code for linking a course to a class is valid. */
export const COURSE_CODE_MINUTES = 60;
/** Hours for which a link for dynamic registration is valid. */
export const REGISTRATION_HOURS = 24;

/** Reasons for rejecting a platform's message; displayed as a code for support. */
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

/** Returns whether one of the roles matches. Roles of LTI 1.1 are named by their last word, or as a URN. */
const areIn = (roles: readonly string[], wanted: Named): boolean =>
  roles.some((role) => {
    const [, vocabulary = MEMBERSHIP, name = role] =
      /^(?:http:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/|urn:lti:)?(membership|institution\/person|role:ims\/lis|instrole:ims\/lis)[#/](\w+)$/.exec(
        role,
      ) ?? [];
    const kind = vocabulary.startsWith('instrole') ? INSTITUTION : vocabulary.startsWith('role') ? MEMBERSHIP : vocabulary;
    return wanted[kind]?.includes(name) ?? false;
  });

/** Returns the role in the portal: teacher for teaching roles, otherwise learner. Platforms never grant administration rights. */
export const roleOf = (roles: readonly string[]): 'L' | 'S' => (areIn(roles, TEACHING) ? 'L' : 'S');

/** Returns whether the visitor is a learner of the course; parents and observers are not, and join no class. */
export const isLearner = (roles: readonly string[]): boolean => roleOf(roles) === 'S' && areIn(roles, LEARNING);

/** Target of a link in a platform. */
export type LtiTarget =
  | { kind: 'medium'; id: string; start: number | null; end: number | null }
  | { kind: 'list'; id: string }
  | { kind: 'task'; id: string };

/** Path of all links in platforms. */
export const LTI_PATH = '/lti/search';
/** Launch path of LTI 1.1. */
export const LTI_FORM_PATH = '/lti/1.1/launch';

export const LTI_VERSIONS = ['1.3', '1.1'] as const;
export type LtiVersion = (typeof LTI_VERSIONS)[number];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const seconds = (value: string | null | undefined): number | null => (value && /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : null);

/** Reads the target from a link's query or its `custom` parameters; returns null if they name none. */
export function readTarget(of: (name: string) => string | null | undefined): LtiTarget | null {
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

/** Returns the query that `readTarget` reads. */
export function writeTarget(target: LtiTarget): string {
  const query = new URLSearchParams({ [target.kind]: target.id });
  if (target.kind === 'medium' && target.start !== null && target.end !== null) {
    query.set('start', String(target.start));
    query.set('end', String(target.end));
  }
  return query.toString();
}
