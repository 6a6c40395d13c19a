/**
 * Test users and expected results of the rights table. All tested objects belong to one school. The test users are members and administrators of
 * that school, administrators of other schools and districts, and visitors without an account.
 */
export const TEST_USERS = [
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
  /** A learner of the school signed in with a learner code. */
  'code',
  /** A visitor who opened the share link of a media list; a guest for all other calls. */
  'link',
  /** A visitor from a learning platform; a guest for all calls without the token of the visit. */
  'visit',
  /** A tablet of the school's lending point; a guest for all calls outside its session. */
  'kiosk',
] as const;
export type Kind = (typeof TEST_USERS)[number];

/**
 * Expected result of a call: `in` admits the user, even if the call fails later. `signIn` returns 401 and `refused` 403. `unknown` returns 404,
 * because the object is hidden from the user.
 */
export type Mark = 'in' | 'signIn' | 'refused' | 'unknown';
/** The expected result for each kind of user. */
export type Right = Readonly<Record<Kind, Mark>>;

const forAllKinds = (mark: Mark): Right => Object.fromEntries(TEST_USERS.map((kind) => [kind, mark])) as Right;

/** Returns a copy of the right with different marks for the given kinds of users. */
export const withMarks = (right: Right, others: Partial<Record<Mark, readonly Kind[]>>): Right =>
  Object.entries(others).reduce((so, [mark, kinds]) => kinds.reduce((all, kind) => ({ ...all, [kind]: mark as Mark }), so), right);

export const EVERYBODY = forAllKinds('in');
/** Admits all users with an account or a learner code. */
export const SIGNED_IN_OR_CODE = withMarks(EVERYBODY, { signIn: ['guest', 'link', 'visit', 'kiosk'] });
export const SIGNED_IN = withMarks(SIGNED_IN_OR_CODE, { refused: ['code'] });
/** Refuses all users. Used for calls that are closed to every test user. */
export const REFUSED = withMarks(forAllKinds('refused'), { signIn: ['guest', 'link', 'visit', 'kiosk'] });
/** Rights on an object that does not exist or belongs to another user. */
export const UNKNOWN = withMarks(forAllKinds('unknown'), { signIn: ['guest', 'link', 'visit', 'kiosk'], refused: ['code'] });
/** Rights on an address that does not exist. */
export const UNKNOWN_ADDRESS = withMarks(UNKNOWN, { unknown: ['guest', 'link', 'visit', 'kiosk', 'code'] });
/** Rights on calls that require a valid code, which no test user has. */
export const REQUIRES_VALID_CODE = forAllKinds('signIn');

/** Admits visitors from a learning platform who select media. */
export const BY_VISIT = withMarks(REQUIRES_VALID_CODE, { in: ['visit'] });

/** Admits tablets of the lending point. */
export const AT_KIOSK = withMarks(REQUIRES_VALID_CODE, { in: ['kiosk'] });

/** Admits visitors of a share link. */
export const BY_LINK = withMarks(REQUIRES_VALID_CODE, { in: ['link'] });

/** Admits all administrators, each within the schools they manage. */
export const ADMINISTRATORS = withMarks(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] });
/** Admits administrators of schools. */
export const SCHOOL_ADMINISTRATORS = withMarks(REFUSED, { in: ['schoolAdmin', 'otherSchoolAdmin'] });
/** Admits the administrators of the test school and of its district. */
export const SCHOOL_MANAGERS = withMarks(REFUSED, {
  in: ['schoolAdmin', 'districtAdmin'],
  unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'],
});
/** Admits the administrators of the test school and of its district to an object that is hidden from all other users. */
export const HIDDEN_OBJECT_OF_SCHOOL = withMarks(UNKNOWN, { in: ['schoolAdmin', 'districtAdmin'], refused: ['basicView'] });
/** Admits the administrators of the test school's district. */
export const OF_THE_DISTRICT = withMarks(REFUSED, { in: ['districtAdmin'], unknown: ['otherDistrictAdmin'] });
/** Admits the administrators of all districts, for objects that belong to the portal. */
export const DISTRICT = withMarks(REFUSED, { in: ['districtAdmin', 'otherDistrictAdmin'] });
/** Rights of district administrators on an object that does not exist. */
export const DISTRICT_UNKNOWN = withMarks(REFUSED, { unknown: ['districtAdmin', 'otherDistrictAdmin'] });
