/**
 * The rights table: the expected result of every endpoint for every kind of user. A missing entry does not compile. `server/src/rights.test.ts` calls
 * each endpoint with an object of one school. `marks.ts` explains the terms.
 */
import type { endpoints } from '../endpoints.ts';
import { ACCOUNT_RIGHTS } from './accounts.ts';
import { ASSIGNMENT_RIGHTS } from './assignments.ts';
import { CATALOGUE_RIGHTS } from './catalogue.ts';
import { CLASS, CLASS_RIGHTS, LEARNER_RIGHTS, SHARED_RIGHTS } from './classes.ts';
import { DUPLICATE_RIGHTS } from './duplicates.ts';
import { LINK_CHECK_RIGHTS } from './link-checks.ts';
import { SOURCE_RIGHTS } from './external-sources.ts';
import { IMPORT_RIGHTS } from './imports.ts';
import { LENDING_RIGHTS } from './lending.ts';
import { LIBRARY_RIGHTS, LICENCE_RIGHTS } from './library.ts';
import { MARKETPLACE_RIGHTS } from './marketplace.ts';
import { MEDIALIST_RIGHTS } from './medialists.ts';
import { FILE_RIGHTS, MATERIAL_RIGHTS } from './material.ts';
import { NEWS_RIGHTS } from './news.ts';
import { NOTICE_RIGHTS } from './notices.ts';
import { SIGN_ON_RIGHTS } from './sign-on.ts';
import { ROUTINE_RIGHTS } from './routines.ts';
import { SETUP_RIGHTS } from './setup.ts';
import {
  ADMINISTRATORS,
  DISTRICT,
  DISTRICT_UNKNOWN,
  EVERYBODY,
  OF_THE_DISTRICT,
  SCHOOL_MANAGERS,
  HIDDEN_OBJECT_OF_SCHOOL,
  REFUSED,
  SCHOOL_ADMINISTRATORS,
  SIGNED_IN,
  UNKNOWN,
  withMarks,
  type Right,
  BY_VISIT,
  REQUIRES_VALID_CODE,
  UNKNOWN_ADDRESS,
} from './marks.ts';

type Rights = { [D in keyof typeof endpoints]: Record<keyof (typeof endpoints)[D], Right> };

export const RIGHTS: Rights = {
  accounts: ACCOUNT_RIGHTS,
  assignments: ASSIGNMENT_RIGHTS,
  audit: {
    export: ADMINISTRATORS,
    list: ADMINISTRATORS,
  },
  catalogue: CATALOGUE_RIGHTS,
  classes: CLASS_RIGHTS,
  duplicates: DUPLICATE_RIGHTS,
  linkChecks: LINK_CHECK_RIGHTS,
  exchange: { change: DISTRICT, read: DISTRICT },
  externalSources: SOURCE_RIGHTS,
  imports: IMPORT_RIGHTS,
  files: FILE_RIGHTS,
  firstStart: {
    // Requires nothing but a valid token.
    finish: EVERYBODY,
    hide: DISTRICT,
    open: EVERYBODY,
    read: DISTRICT,
    save: EVERYBODY,
    skip: DISTRICT,
    testMail: EVERYBODY,
  },
  invitations: {
    accept: SIGNED_IN,
    administrators: DISTRICT,
    staffTable: DISTRICT,
    applications: SCHOOL_MANAGERS,
    bulk: SCHOOL_MANAGERS,
    create: SCHOOL_MANAGERS,
    decide: HIDDEN_OBJECT_OF_SCHOOL,
    undoDecision: HIDDEN_OBJECT_OF_SCHOOL,
    decline: REFUSED,
    exportList: SCHOOL_MANAGERS,
    list: SCHOOL_MANAGERS,
    resend: HIDDEN_OBJECT_OF_SCHOOL,
    revoke: HIDDEN_OBJECT_OF_SCHOOL,
    show: EVERYBODY,
  },
  learners: LEARNER_RIGHTS,
  legal: {
    contact: EVERYBODY,
    draft: DISTRICT,
    operator: DISTRICT,
    page: EVERYBODY,
    reset: DISTRICT,
    save: DISTRICT,
    saveOperator: DISTRICT,
    version: DISTRICT_UNKNOWN,
  },
  lending: LENDING_RIGHTS,
  library: LIBRARY_RIGHTS,
  licences: LICENCE_RIGHTS,
  lti: {
    addKey: DISTRICT,
    addPlatform: DISTRICT,
    begin: REQUIRES_VALID_CODE,
    changePlatform: OF_THE_DISTRICT,
    connect: BY_VISIT,
    courses: CLASS,
    deepLink: BY_VISIT,
    inviteCourse: CLASS,
    invitePlatform: DISTRICT,
    /** The test leaves a course that does not exist. */
    leaveCourse: withMarks(CLASS, { unknown: ['schoolAdmin'] }),
    list: withMarks(BY_VISIT, { unknown: ['visit'] }),
    lists: BY_VISIT,
    /** The test visitor selects media and has opened none. */
    medium: withMarks(BY_VISIT, { unknown: ['visit'] }),
    platforms: DISTRICT,
    removePlatform: OF_THE_DISTRICT,
    removeRegistration: OF_THE_DISTRICT,
    report: withMarks(BY_VISIT, { unknown: ['visit'] }),
    units: withMarks(BY_VISIT, { unknown: ['visit'] }),
    search: BY_VISIT,
    sendGradesAgain: OF_THE_DISTRICT,
    setDeployment: OF_THE_DISTRICT,
    task: withMarks(BY_VISIT, { unknown: ['visit'] }),
    tasks: BY_VISIT,
  },
  mails: {
    sendAgain: DISTRICT,
    testMail: DISTRICT,
    previewMail: DISTRICT,
    previewMailPage: DISTRICT,
    unsent: DISTRICT,
  },
  marketplace: MARKETPLACE_RIGHTS,
  medialists: MEDIALIST_RIGHTS,
  news: NEWS_RIGHTS,
  notices: NOTICE_RIGHTS,
  ownMaterial: MATERIAL_RIGHTS,
  people: {
    approve: SCHOOL_MANAGERS,
    assignSchool: OF_THE_DISTRICT,
    block: SCHOOL_MANAGERS,
    decline: SCHOOL_MANAGERS,
    obligations: SCHOOL_MANAGERS,
    erase: SCHOOL_MANAGERS,
    exportData: SCHOOL_MANAGERS,
    import: SCHOOL_MANAGERS,
    keep: SCHOOL_MANAGERS,
    list: ADMINISTRATORS,
    exportList: ADMINISTRATORS,
    read: SCHOOL_MANAGERS,
    remove: SCHOOL_MANAGERS,
    rename: SCHOOL_MANAGERS,
    rights: SCHOOL_MANAGERS,
    sendLink: SCHOOL_MANAGERS,
    unblock: SCHOOL_MANAGERS,
    undoDecision: SCHOOL_MANAGERS,
  },
  reviews: {
    decide: OF_THE_DISTRICT,
    flag: withMarks(SIGNED_IN, { refused: ['learner', 'staff'] }),
    flagged: DISTRICT,
    ofMedium: EVERYBODY,
    recommend: DISTRICT,
    remove: withMarks(UNKNOWN, { refused: ['learner', 'staff'] }),
    report: EVERYBODY,
    reports: DISTRICT,
    settle: OF_THE_DISTRICT,
    setWords: DISTRICT,
    unrecommend: DISTRICT,
    words: DISTRICT,
    write: withMarks(SIGNED_IN, { refused: ['learner', 'staff'] }),
  },
  routines: ROUTINE_RIGHTS,
  signOn: SIGN_ON_RIGHTS,
  schools: {
    change: SCHOOL_MANAGERS,
    create: DISTRICT,
    districtNumbers: DISTRICT,
    districtNumbersFile: DISTRICT,
    districtReport: DISTRICT,
    endFeed: ADMINISTRATORS,
    /** The test requests the calendar of the test school. */
    ends: SCHOOL_MANAGERS,
    export: DISTRICT,
    exportData: SCHOOL_MANAGERS,
    feed: ADMINISTRATORS,
    feedFile: UNKNOWN_ADDRESS,
    import: DISTRICT,
    list: DISTRICT,
    logo: EVERYBODY,
    makeFeed: ADMINISTRATORS,
    media: withMarks(SIGNED_IN, { refused: ['basicView'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] }),
    exportMedia: withMarks(SIGNED_IN, { refused: ['basicView'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] }),
    merge: OF_THE_DISTRICT,
    numberPattern: DISTRICT,
    numbers: SCHOOL_MANAGERS,
    numbersFile: SCHOOL_MANAGERS,
    own: withMarks(SIGNED_IN, { refused: ['basicView'] }),
    read: withMarks(SIGNED_IN, { refused: ['basicView'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] }),
    removeLogo: SCHOOL_MANAGERS,
    report: SCHOOL_MANAGERS,
    setLogo: SCHOOL_MANAGERS,
    state: OF_THE_DISTRICT,
    waiting: ADMINISTRATORS,
  },
  setup: SETUP_RIGHTS,
  sharedMedia: SHARED_RIGHTS,
  synonyms: {
    addSynonyms: DISTRICT,
    changeSynonyms: DISTRICT,
    importSynonyms: DISTRICT,
    removeSynonyms: DISTRICT_UNKNOWN,
    synonyms: DISTRICT,
  },
  yearChange: {
    /** The test school has printed no codes. */
    cards: withMarks(REFUSED, { unknown: ['schoolAdmin', 'otherSchoolAdmin'] }),
    change: SCHOOL_ADMINISTRATORS,
    due: SCHOOL_ADMINISTRATORS,
    finish: SCHOOL_ADMINISTRATORS,
    read: SCHOOL_ADMINISTRATORS,
    start: SCHOOL_ADMINISTRATORS,
    take: SCHOOL_ADMINISTRATORS,
    undo: SCHOOL_ADMINISTRATORS,
  },
};
