/**
 * UI texts of all domains, merged from their message files. The client fetches the texts of one language in a single request and imports only types
 * from this file.
 */
import portalDe from './messages.de.json' with { type: 'json' };
import portalEn from './messages.en.json' with { type: 'json' };
import accountsDe from './accounts/messages.de.json' with { type: 'json' };
import accountsEn from './accounts/messages.en.json' with { type: 'json' };
import assignmentsDe from './assignments/messages.de.json' with { type: 'json' };
import assignmentsEn from './assignments/messages.en.json' with { type: 'json' };
import auditDe from './audit/messages.de.json' with { type: 'json' };
import auditEn from './audit/messages.en.json' with { type: 'json' };
import catalogueDe from './catalogue/messages.de.json' with { type: 'json' };
import catalogueEn from './catalogue/messages.en.json' with { type: 'json' };
import classesDe from './classes/messages.de.json' with { type: 'json' };
import classesEn from './classes/messages.en.json' with { type: 'json' };
import linkChecksDe from './link-checks/messages.de.json' with { type: 'json' };
import linkChecksEn from './link-checks/messages.en.json' with { type: 'json' };
import duplicatesDe from './duplicates/messages.de.json' with { type: 'json' };
import duplicatesEn from './duplicates/messages.en.json' with { type: 'json' };
import exchangeDe from './exchange/messages.de.json' with { type: 'json' };
import exchangeEn from './exchange/messages.en.json' with { type: 'json' };
import externalSourcesDe from './external-sources/messages.de.json' with { type: 'json' };
import externalSourcesEn from './external-sources/messages.en.json' with { type: 'json' };
import filesDe from './files/messages.de.json' with { type: 'json' };
import filesEn from './files/messages.en.json' with { type: 'json' };
import firstStartDe from './first-start/messages.de.json' with { type: 'json' };
import firstStartEn from './first-start/messages.en.json' with { type: 'json' };
import helpDe from './help/messages.de.json' with { type: 'json' };
import helpEn from './help/messages.en.json' with { type: 'json' };
import importsDe from './imports/messages.de.json' with { type: 'json' };
import importsEn from './imports/messages.en.json' with { type: 'json' };
import invitationsDe from './invitations/messages.de.json' with { type: 'json' };
import invitationsEn from './invitations/messages.en.json' with { type: 'json' };
import legalDe from './legal/messages.de.json' with { type: 'json' };
import legalEn from './legal/messages.en.json' with { type: 'json' };
import lendingDe from './lending/messages.de.json' with { type: 'json' };
import lendingEn from './lending/messages.en.json' with { type: 'json' };
import lendingDeskDe from './lending/desk/messages.de.json' with { type: 'json' };
import lendingDeskEn from './lending/desk/messages.en.json' with { type: 'json' };
import lendingMigrationDe from './lending/migration/messages.de.json' with { type: 'json' };
import lendingMigrationEn from './lending/migration/messages.en.json' with { type: 'json' };
import libraryDe from './library/messages.de.json' with { type: 'json' };
import libraryEn from './library/messages.en.json' with { type: 'json' };
import licencesDe from './licences/messages.de.json' with { type: 'json' };
import licencesEn from './licences/messages.en.json' with { type: 'json' };
import ltiDe from './lti/messages.de.json' with { type: 'json' };
import ltiEn from './lti/messages.en.json' with { type: 'json' };
import mailsDe from './mails/messages.de.json' with { type: 'json' };
import mailsEn from './mails/messages.en.json' with { type: 'json' };
import marketplaceDe from './marketplace/messages.de.json' with { type: 'json' };
import marketplaceEn from './marketplace/messages.en.json' with { type: 'json' };
import medialistsDe from './medialists/messages.de.json' with { type: 'json' };
import medialistsEn from './medialists/messages.en.json' with { type: 'json' };
import newsDe from './news/messages.de.json' with { type: 'json' };
import newsEn from './news/messages.en.json' with { type: 'json' };
import noticesDe from './notices/messages.de.json' with { type: 'json' };
import noticesEn from './notices/messages.en.json' with { type: 'json' };
import ownMaterialDe from './own-material/messages.de.json' with { type: 'json' };
import ownMaterialEn from './own-material/messages.en.json' with { type: 'json' };
import peopleDe from './people/messages.de.json' with { type: 'json' };
import peopleEn from './people/messages.en.json' with { type: 'json' };
import playerDe from './player/messages.de.json' with { type: 'json' };
import playerEn from './player/messages.en.json' with { type: 'json' };
import reviewsDe from './reviews/messages.de.json' with { type: 'json' };
import reviewsEn from './reviews/messages.en.json' with { type: 'json' };
import routinesDe from './routines/messages.de.json' with { type: 'json' };
import routinesEn from './routines/messages.en.json' with { type: 'json' };
import schoolsDe from './schools/messages.de.json' with { type: 'json' };
import schoolsEn from './schools/messages.en.json' with { type: 'json' };
import setupDe from './setup/messages.de.json' with { type: 'json' };
import setupEn from './setup/messages.en.json' with { type: 'json' };
import sharedMediaDe from './shared-media/messages.de.json' with { type: 'json' };
import sharedMediaEn from './shared-media/messages.en.json' with { type: 'json' };
import tablesDe from './tables/messages.de.json' with { type: 'json' };
import tablesEn from './tables/messages.en.json' with { type: 'json' };
import yearChangeDe from './year-change/messages.de.json' with { type: 'json' };
import yearChangeEn from './year-change/messages.en.json' with { type: 'json' };

/**
 * Folders with message files. The first part of a key identifies its folder: `licence.state.active` is in `licences`. The folder `.` contains texts
 * that belong to no domain.
 */
export const TEXTS = {
  '.': {
    areas: ['app', 'date', 'editor', 'error', 'footer', 'home', 'nav', 'pager', 'profile', 'role', 'rows', 'save', 'start'],
    de: portalDe,
    en: portalEn,
  },
  accounts: { areas: ['account', 'factor', 'login', 'password', 'provider', 'register', 'signOn'], de: accountsDe, en: accountsEn },
  assignments: { areas: ['assignment'], de: assignmentsDe, en: assignmentsEn },
  audit: { areas: ['audit'], de: auditDe, en: auditEn },
  catalogue: {
    areas: ['ai', 'bulk', 'card', 'choice', 'edit', 'excerpts', 'filter', 'language', 'media', 'search', 'synonyms'],
    de: catalogueDe,
    en: catalogueEn,
  },
  classes: { areas: ['class', 'classes', 'codes', 'picture'], de: classesDe, en: classesEn },
  duplicates: { areas: ['duplicates'], de: duplicatesDe, en: duplicatesEn },
  'link-checks': { areas: ['linkChecks'], de: linkChecksDe, en: linkChecksEn },
  exchange: { areas: ['exchange'], de: exchangeDe, en: exchangeEn },
  'external-sources': { areas: ['remote', 'sources'], de: externalSourcesDe, en: externalSourcesEn },
  files: { areas: ['files', 'hosts', 'upload'], de: filesDe, en: filesEn },
  'first-start': { areas: ['firstStart'], de: firstStartDe, en: firstStartEn },
  help: { areas: ['help'], de: helpDe, en: helpEn },
  imports: { areas: ['imports'], de: importsDe, en: importsEn },
  invitations: { areas: ['invitation', 'invitations'], de: invitationsDe, en: invitationsEn },
  legal: { areas: ['contact', 'legal'], de: legalDe, en: legalEn },
  lending: { areas: ['lending'], de: lendingDe, en: lendingEn },
  'lending/desk': { areas: ['desk'], de: lendingDeskDe, en: lendingDeskEn },
  'lending/migration': { areas: ['migration'], de: lendingMigrationDe, en: lendingMigrationEn },
  library: { areas: ['library', 'offline', 'wish'], de: libraryDe, en: libraryEn },
  licences: { areas: ['licence', 'package'], de: licencesDe, en: licencesEn },
  lti: { areas: ['lti'], de: ltiDe, en: ltiEn },
  mails: { areas: ['mail'], de: mailsDe, en: mailsEn },
  marketplace: { areas: ['market'], de: marketplaceDe, en: marketplaceEn },
  medialists: { areas: ['list', 'lists'], de: medialistsDe, en: medialistsEn },
  news: { areas: ['news'], de: newsDe, en: newsEn },
  notices: { areas: ['notices'], de: noticesDe, en: noticesEn },
  'own-material': { areas: ['material'], de: ownMaterialDe, en: ownMaterialEn },
  people: { areas: ['people'], de: peopleDe, en: peopleEn },
  player: { areas: ['player'], de: playerDe, en: playerEn },
  reviews: { areas: ['report', 'review'], de: reviewsDe, en: reviewsEn },
  routines: { areas: ['routines'], de: routinesDe, en: routinesEn },
  schools: { areas: ['schools'], de: schoolsDe, en: schoolsEn },
  setup: { areas: ['banner', 'languages', 'texts', 'theme'], de: setupDe, en: setupEn },
  'shared-media': { areas: ['share', 'shared'], de: sharedMediaDe, en: sharedMediaEn },
  tables: { areas: ['download', 'table'], de: tablesDe, en: tablesEn },
  'year-change': { areas: ['year'], de: yearChangeDe, en: yearChangeEn },
} satisfies Record<string, { areas: string[]; de: Record<string, string>; en: Record<string, string> }>;

type Folder = (typeof TEXTS)[keyof typeof TEXTS];
type KeyOf<T> = T extends { en: infer English } ? keyof English & string : never;
type Plural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K;

/** Key of a UI text, typed from the English message files. */
export type MessageKey = Plural<KeyOf<Folder>>;

const join = (language: 'de' | 'en'): Readonly<Record<KeyOf<Folder>, string>> =>
  Object.assign({}, ...Object.values(TEXTS).map((folder) => folder[language]));

/** All German texts by their keys. */
export const de = join('de');

/** All English texts by their keys. */
export const en = join('en');
