/** Access gates as data. Client and server use the same function for screens and endpoints. */
import { settingIsOn, type FrontendConfig, type Setting } from './config.ts';
import { traitsOf, type Trait } from './portal-types.ts';

export type Gate = {
  /** Signed-in users that are admitted. */
  access: 'user' | 'teacher' | 'schoolAdmin' | 'districtAdmin' | 'administrator' | 'catalogueEditor' | 'mediumEditor';
  /** Portals that admit anonymous visitors; absent: none. */
  guests?: 'always' | 'mediaCentre' | 'openSearch';
  /** Admits only if the portal's type has this trait. */
  trait?: Trait;
  /** Admits only if this setting is on; for a list, only if all of them are on. */
  setting?: Setting | readonly Setting[];
  /** Sends users of the basic view (`school_admin` '2') to the home screen. */
  advancedView?: true;
  /** Sends signed-in users to the home screen. */
  guestsOnly?: true;
  /** Admits learner-code sessions as well. Without it, the gate treats them as guests. */
  codes?: true;
};

/** Shorthand value for gates that exclude the basic view. */
export const advancedView = true;

/** Fields of a user that decide about access. */
export type Person = {
  role: string;
  school_admin: string;
  district_admin: string;
  capabilities?: readonly string[] | undefined;
  /** Set in a learner-code session, which has no user account. */
  by_code?: object | undefined;
};

/** `login`: sign in first; `blocked`: not available in this portal or to this user; `home`: hidden from the basic view, or already done. */
export type Admission = 'admitted' | 'login' | 'blocked' | 'home';

export const isTeacher = (person: Person): boolean => person.role === 'L';
export const isSchoolAdmin = (person: Person): boolean => person.school_admin === '1' || person.school_admin === '2';
export const isDistrictAdmin = (person: Person): boolean => person.district_admin === '1';
/** Returns whether the visitor has a user account; false for guests and learner-code sessions. */
export const hasAccount = (person: Person | false | null): boolean => Boolean(person) && (person as Person).by_code === undefined;
/** Returns whether the user administers a school or a district. */
export const isAdministrator = (person: Person): boolean => isSchoolAdmin(person) || isDistrictAdmin(person);
/**
 * Returns whether the user manages anything, as an administrator or by a capability. Managers need a second factor, and their sessions end after a
 * day.
 */
export const isManager = (person: Person): boolean => isAdministrator(person) || (person.capabilities ?? []).length > 0;
/** Returns whether the user may edit the catalogue: district administrators and holders of the capability (docs/behaviour/access.md#capabilities). */
export const isCatalogueEditor = (person: Person): boolean =>
  isDistrictAdmin(person) || (person.capabilities ?? []).includes('cap_catalogue');
/** Returns whether the user may edit media of the catalogue or own material. The server decides which. */
export const isMediumEditor = (person: Person): boolean => isCatalogueEditor(person) || isTeacher(person);
/** Returns whether the user is neither a teacher, other staff ('P') nor an administrator, and has no capability (docs/behaviour/access.md#roles). */
export const isStudent = (person: Person): boolean => person.role !== 'L' && person.role !== 'P' && !isManager(person);
/** Returns whether role and rights may be combined: a pupil cannot manage anything. */
export const isRoleAllowed = (person: Person): boolean => person.role !== 'S' || !isManager(person);
/** Returns whether the user has the advanced view; `school_admin` '2' is the basic view (docs/behaviour/access.md#advanced-and-basic-view). */
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

/** Returns whether the gate treats a signed-in user as a guest: a learner-code session where `codes` is not set. */
export const isGuestAt = (gate: Gate, person: Person): boolean => person.by_code !== undefined && !gate.codes;

export function admission(gate: Gate, person: Person | null, config: FrontendConfig): Admission {
  if (gate.trait && !traitsOf(config)[gate.trait]) return 'blocked';
  if (gate.setting && ![gate.setting].flat().every((setting) => settingIsOn(setting, config))) return 'blocked';
  if (person && gate.guestsOnly) return 'home';
  if (!person || isGuestAt(gate, person)) {
    if (gate.guests && GUESTS[gate.guests](config)) return 'admitted';
    return person ? 'blocked' : 'login';
  }
  if (!PEOPLE[gate.access](person)) return 'blocked';
  return gate.advancedView && !isAdvancedView(person) ? 'home' : 'admitted';
}
