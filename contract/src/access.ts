/** The gate: who may pass, as data. One function decides for screens and calls, on both sides. */
import { settingIsOn, type FrontendConfig, type Setting } from './config.ts';
import { traitsOf, type Trait } from './portal-types.ts';

export type Gate = {
  /** Which signed-in people. */
  access: 'user' | 'teacher' | 'schoolAdmin' | 'districtAdmin' | 'administrator' | 'catalogueEditor' | 'mediumEditor';
  /** When nobody is signed in; absent means never. */
  guests?: 'always' | 'mediaCentre' | 'openSearch';
  /** Only in portals whose Type has this trait. */
  trait?: Trait;
  /** Only if this switch is on; of several all of them. */
  setting?: Setting | readonly Setting[];
  /** The basic view (`school_admin` '2') is sent home. */
  advancedView?: true;
  /** Only before signing in: whoever is signed in is sent home. */
  guestsOnly?: true;
  /** Whoever signed in with a learner code gets in too; elsewhere they are a guest, and what is not for guests is not for them. */
  codes?: true;
};

/** Written into a gate by its name: not for the basic view. */
export const advancedView = true;

/** The part of a person that decides. */
export type Person = {
  role: string;
  school_admin: string;
  district_admin: string;
  capabilities?: readonly string[] | undefined;
  /** Signed in with a learner code: somebody of whom nothing is known. */
  by_code?: object | undefined;
};

/** `login`: sign in first; `blocked`: not here or not for this person; `home`: hidden from the basic view, or done already. */
export type Admission = 'admitted' | 'login' | 'blocked' | 'home';

export const isTeacher = (person: Person): boolean => person.role === 'L';
export const isSchoolAdmin = (person: Person): boolean => person.school_admin === '1' || person.school_admin === '2';
export const isDistrictAdmin = (person: Person): boolean => person.district_admin === '1';
/** Somebody with an account: no guest, and no learner who came by a code. What belongs to a person is for them only. */
export const hasAccount = (person: Person | false | null): boolean => Boolean(person) && (person as Person).by_code === undefined;
/** Of a school or of a district. */
export const isAdministrator = (person: Person): boolean => isSchoolAdmin(person) || isDistrictAdmin(person);
/** Manages anything at all, as administrator or by a capability: signs in with a second factor, and for no longer than a day. */
export const isManager = (person: Person): boolean => isAdministrator(person) || (person.capabilities ?? []).length > 0;
/** Manages the catalogue: district administrators, and whoever was given the capability (docs/behaviour/access.md#capabilities). */
export const isCatalogueEditor = (person: Person): boolean =>
  isDistrictAdmin(person) || (person.capabilities ?? []).includes('cap_catalogue');
/** Has media to edit: those of the catalogue, or material of their own; which, the server says of each. */
export const isMediumEditor = (person: Person): boolean => isCatalogueEditor(person) || isTeacher(person);
/** Signed in and nobody who works here: no teacher, no other staff ('P'), no administrator, no capability (docs/behaviour/access.md#roles). */
export const isStudent = (person: Person): boolean => person.role !== 'L' && person.role !== 'P' && !isManager(person);
/** Whether these can be somebody's role and rights together: a pupil manages nothing. */
export const isRoleAllowed = (person: Person): boolean => person.role !== 'S' || !isManager(person);
/** Only `school_admin` '2' is the basic view (docs/behaviour/access.md#advanced-and-basic-view). */
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

/** Whether somebody who signed in is nobody here: a learner code where none are expected. */
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
