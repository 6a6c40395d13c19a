/**
 * The words of who may ask what. Things belong to one school: the people are members and an administrator of it, of another one in the district, of the
 * district, of another district.
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
  /** A learner of the school who came by a code. */
  'code',
  /** Nobody, who came by a link to a media list of the school: a guest everywhere but at what is asked by that link. */
  'link',
  /** Nobody, who came from a learning platform: a guest everywhere but at what is asked with the token of the visit. */
  'visit',
  /** Nobody, at a tablet of the lending point of the school: a guest everywhere but at what is asked by its session. */
  'kiosk',
] as const;
export type Kind = (typeof PEOPLE_OF_RIGHTS)[number];

/**
 * `in`: whatever comes of it: done, a mistake in the form, a state that does not admit it. `signIn` (401): must sign in. `refused` (403). `unknown` (404):
 * the thing does not exist for them.
 */
export type Mark = 'in' | 'signIn' | 'refused' | 'unknown';
/** What each of the people gets. */
export type Right = Readonly<Record<Kind, Mark>>;

const everybody = (mark: Mark): Right => Object.fromEntries(PEOPLE_OF_RIGHTS.map((kind) => [kind, mark])) as Right;

/** As another right, but for the people named. */
export const but = (right: Right, others: Partial<Record<Mark, readonly Kind[]>>): Right =>
  Object.entries(others).reduce((so, [mark, kinds]) => kinds.reduce((all, kind) => ({ ...all, [kind]: mark as Mark }), so), right);

export const EVERYBODY = everybody('in');
/** … or has come with a learner code. */
export const SIGNED_IN_OR_CODE = but(EVERYBODY, { signIn: ['guest', 'link', 'visit', 'kiosk'] });
export const SIGNED_IN = but(SIGNED_IN_OR_CODE, { refused: ['code'] });
/** For nobody; what is closed to all of them by its gate is refused. */
export const REFUSED = but(everybody('refused'), { signIn: ['guest', 'link', 'visit', 'kiosk'] });
/** What is somebody else's own, or not there for anybody. */
export const UNKNOWN = but(everybody('unknown'), { signIn: ['guest', 'link', 'visit', 'kiosk'], refused: ['code'] });
/** An address nobody has made. */
export const NOT_THERE = but(UNKNOWN, { unknown: ['guest', 'link', 'visit', 'kiosk', 'code'] });
/** Whoever has no code that holds. */
export const NOBODY_COMES = everybody('signIn');

/** Whoever came from a learning platform to choose. */
export const BY_VISIT = but(NOBODY_COMES, { in: ['visit'] });

/** Whoever stands at a tablet. */
export const AT_KIOSK = but(NOBODY_COMES, { in: ['kiosk'] });

/** Whoever came by a link. */
export const BY_LINK = but(NOBODY_COMES, { in: ['link'] });

/** Administrators, each for what is theirs. */
export const ADMINISTRATORS = but(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] });
/** … of schools. */
export const SCHOOL_ADMINISTRATORS = but(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin'] });
/** Whoever manages this school. */
export const OF_THE_SCHOOL = but(REFUSED, { in: ['schoolAdmin', 'districtAdmin'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] });
/** … of a thing of this school that is not there for anybody else. */
export const ONE_OF_THE_SCHOOL = but(UNKNOWN, { in: ['schoolAdmin', 'districtAdmin'], refused: ['basicView'] });
/** The district this school is in. */
export const OF_THE_DISTRICT = but(REFUSED, { in: ['districtAdmin'], unknown: ['otherDistrictAdmin'] });
/** Any district: what belongs to the portal. */
export const DISTRICT = but(REFUSED, { in: ['districtAdmin', 'otherDistrictAdmin'] });
/** … of a thing that is not there. */
export const DISTRICT_UNKNOWN = but(REFUSED, { unknown: ['districtAdmin', 'otherDistrictAdmin'] });
