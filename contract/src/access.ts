/** Access rules as data. The client checks screens and the server checks endpoints with the same function. */
import { isSettingEnabled, type FrontendConfig, type Setting } from './config.ts';
import { traitsOf, type Trait } from './portal-types.ts';

export type Gate = {
  /** Users who are admitted if they are signed in. */
  access: 'user' | 'teacher' | 'schoolAdmin' | 'districtAdmin' | 'administrator' | 'catalogueEditor' | 'mediumEditor';
  /** Portals in which anonymous visitors are admitted. If omitted, they are never admitted. */
  guests?: 'always' | 'mediaCentre' | 'openSearch';
  /** Admits visitors only if the portal type has this trait. */
  trait?: Trait;
  /** Admits visitors only if this setting, or every setting of a list, is enabled. */
  setting?: Setting | readonly Setting[];
  /** Redirects users in the basic view (`school_admin` '2') to the home screen. */
  advancedView?: true;
  /** Redirects signed-in users to the home screen. */
  guestsOnly?: true;
  /** Also admits learner-code sessions, which are otherwise treated as guests. */
  codes?: true;
};

/** Constant for gates that exclude users in the basic view. */
export const advancedView = true;

/** Fields of a user on which access depends. */
export type Person = {
  role: string;
  school_admin: string;
  district_admin: string;
  capabilities?: readonly string[] | undefined;
  /** Set for a learner-code session, which has no user account. */
  by_code?: object | undefined;
};

/** Result of an access check. `login` asks the user to sign in, `blocked` denies access, and `home` redirects to the home screen. */
export type Admission = 'admitted' | 'login' | 'blocked' | 'home';

export const isTeacher = (person: Person): boolean => person.role === 'L';
export const isSchoolAdmin = (person: Person): boolean => person.school_admin === '1' || person.school_admin === '2';
export const isDistrictAdmin = (person: Person): boolean => person.district_admin === '1';
/** Returns whether the visitor has a user account, which guests and learner-code sessions do not have. */
export const hasAccount = (person: Person | false | null): boolean => Boolean(person) && (person as Person).by_code === undefined;
/** Returns whether the user administers a school or a district. */
export const isAdministrator = (person: Person): boolean => isSchoolAdmin(person) || isDistrictAdmin(person);
/** Returns whether the user is an administrator or has a capability. Managers need a second factor, and their sessions expire after a day. */
export const isManager = (person: Person): boolean => isAdministrator(person) || (person.capabilities ?? []).length > 0;
/** Returns whether the user may edit the catalogue as a district administrator or by a capability (docs/behaviour/access.md#capabilities). */
export const isCatalogueEditor = (person: Person): boolean =>
  isDistrictAdmin(person) || (person.capabilities ?? []).includes('cap_catalogue');
/** Returns whether the user may edit catalogue media or their own material. The server decides which media. */
export const isMediumEditor = (person: Person): boolean => isCatalogueEditor(person) || isTeacher(person);
/**
 * Returns whether the user is a learner: neither a teacher nor other staff ('P'), and without administrative rights (docs/behaviour/access.md#roles).
 */
export const isStudent = (person: Person): boolean => person.role !== 'L' && person.role !== 'P' && !isManager(person);
/** Returns whether the user's role and rights are compatible. Learners cannot have any rights. */
export const isRoleAllowed = (person: Person): boolean => person.role !== 'S' || !isManager(person);
/** Returns whether the user has the advanced view. `school_admin` '2' means the basic view (docs/behaviour/access.md#advanced-and-basic-view). */
export const isAdvancedView = (person: Person): boolean => person.school_admin !== '2';

const PEOPLE: Record<Gate['access'], (person: Person) => boolean> = {
  user: () => true,
  teacher: isTeacher,
  schoolAdmin: isSchoolAdmin,
  districtAdmin: isDistrictAdmin,
  administrator: isAdministrator,
  catalogueEditor: isCatalogueEditor,
  mediumEditor: isMediumEditor,
};

const GUESTS: Record<NonNullable<Gate['guests']>, (config: FrontendConfig) => boolean> = {
  always: () => true,
  mediaCentre: (config) => traitsOf(config).mediaCentre,
  openSearch: (config) => config.SearchNotLoggedIn,
};

/** Returns whether the gate treats the user as a guest, as it does for a learner-code session unless `codes` is set. */
export const isGuestAt = (gate: Gate, person: Person): boolean => person.by_code !== undefined && !gate.codes;

export function admission(gate: Gate, person: Person | null, config: FrontendConfig): Admission {
  if (gate.trait && !traitsOf(config)[gate.trait]) return 'blocked';
  if (gate.setting && ![gate.setting].flat().every((setting) => isSettingEnabled(setting, config))) return 'blocked';
  if (person && gate.guestsOnly) return 'home';
  if (!person || isGuestAt(gate, person)) {
    if (gate.guests && GUESTS[gate.guests](config)) return 'admitted';
    return person ? 'blocked' : 'login';
  }
  if (!PEOPLE[gate.access](person)) return 'blocked';
  return gate.advancedView && !isAdvancedView(person) ? 'home' : 'admitted';
}
