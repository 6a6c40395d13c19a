/**
 * Terms of the rights table. Objects belong to one school. The test users are its members and administrator, and an administrator of another school
 * of the district, of the district, and of another district.
 */
export const PEOPLE_OF_RIGHTS = [
  'guest',
  'learner',
  'teacher',
  'staff',
  'schoolAdmin',
  'otherSchoolAdmin',
  'districtAdmin',
  'otherDistrictAdmin',
  /** An administrator of the school in the basic view. */
  'basicView',
  /** A learner of the school with a learner-code session. */
  'code',
  /** A link session for a media list of the school: a guest except for calls of that link. */
  'link',
  /** A visitor from a learning platform: a guest except for calls with the token of the visit. */
  'visit',
  /** A tablet of the school's lending point: a guest except for calls of its session. */
  'kiosk',
] as const;
export type Kind = (typeof PEOPLE_OF_RIGHTS)[number];

/**
 * `in`: admitted, whether or not the call succeeds. `signIn` (401): must sign in. `refused` (403). `unknown` (404): the object does not exist for
 * this user.
 */
export type Mark = 'in' | 'signIn' | 'refused' | 'unknown';
/** Mark of each kind of user. */
export type Right = Readonly<Record<Kind, Mark>>;

const forAllKinds = (mark: Mark): Right => Object.fromEntries(PEOPLE_OF_RIGHTS.map((kind) => [kind, mark])) as Right;

/** Returns the right with other marks for the given users. */
export const but = (right: Right, others: Partial<Record<Mark, readonly Kind[]>>): Right =>
  Object.entries(others).reduce((so, [mark, kinds]) => kinds.reduce((all, kind) => ({ ...all, [kind]: mark as Mark }), so), right);

export const EVERYBODY = forAllKinds('in');
/** All users with an account or a learner code. */
export const SIGNED_IN_OR_CODE = but(EVERYBODY, { signIn: ['guest', 'link', 'visit', 'kiosk'] });
export const SIGNED_IN = but(SIGNED_IN_OR_CODE, { refused: ['code'] });
/** No user. Calls that their gate closes for all users are refused. */
export const REFUSED = but(forAllKinds('refused'), { signIn: ['guest', 'link', 'visit', 'kiosk'] });
/** An object of another user, or one that does not exist. */
export const UNKNOWN = but(forAllKinds('unknown'), { signIn: ['guest', 'link', 'visit', 'kiosk'], refused: ['code'] });
/** An address that does not exist. */
export const NOT_THERE = but(UNKNOWN, { unknown: ['guest', 'link', 'visit', 'kiosk', 'code'] });
/** Only with a valid code, which the test users do not have. */
export const NOBODY_COMES = forAllKinds('signIn');

/** Visitors from a learning platform who select media. */
export const BY_VISIT = but(NOBODY_COMES, { in: ['visit'] });

/** Users of a tablet. */
export const AT_KIOSK = but(NOBODY_COMES, { in: ['kiosk'] });

/** Visitors of a link. */
export const BY_LINK = but(NOBODY_COMES, { in: ['link'] });

/** Administrators, each within their scope. */
export const ADMINISTRATORS = but(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] });
/** Administrators of schools. */
export const SCHOOL_ADMINISTRATORS = but(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin'] });
/** Managers of this school. */
export const OF_THE_SCHOOL = but(REFUSED, { in: ['schoolAdmin', 'districtAdmin'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] });
/** Managers of this school, for an object hidden from all others. */
export const ONE_OF_THE_SCHOOL = but(UNKNOWN, { in: ['schoolAdmin', 'districtAdmin'], refused: ['basicView'] });
/** The school's district. */
export const OF_THE_DISTRICT = but(REFUSED, { in: ['districtAdmin'], unknown: ['otherDistrictAdmin'] });
/** Any district: objects of the portal. */
export const DISTRICT = but(REFUSED, { in: ['districtAdmin', 'otherDistrictAdmin'] });
/** Any district, for an object that does not exist. */
export const DISTRICT_UNKNOWN = but(REFUSED, { unknown: ['districtAdmin', 'otherDistrictAdmin'] });
