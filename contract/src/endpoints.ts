/** All endpoints by domain. The server must implement each of them, and the OpenAPI document lists them. */
import { factors } from './accounts/factors.ts';
import { ownAccount } from './accounts/own.ts';
import { providers } from './accounts/providers.ts';
import { registration } from './accounts/registration.ts';
import { accounts } from './accounts/accounts.ts';
import { catalogueEdit } from './catalogue/edit.ts';
import { assignmentResults } from './assignments/results.ts';
import { assignments } from './assignments/assignments.ts';
import { audit } from './audit/audit.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { classMedia } from './classes/media.ts';
import { classQuestions } from './classes/questions.ts';
import { classMembers } from './classes/members.ts';
import { classes } from './classes/classes.ts';
import { excerpts } from './catalogue/excerpts.ts';
import { duplicates } from './duplicates/duplicates.ts';
import { exchange } from './exchange/exchange.ts';
import { externalSources } from './external-sources/external-sources.ts';
import { contentHosts } from './files/content-hosts.ts';
import { files } from './files/files.ts';
import { imports } from './imports/imports.ts';
import { invitations } from './invitations/invitations.ts';
import { staffImport } from './invitations/staff-import.ts';
import { learnerCodes } from './classes/learner-codes.ts';
import { learnerSession } from './classes/learner-session.ts';
import { checklist } from './first-start/checklist.ts';
import { firstStart } from './first-start/first-start.ts';
import { legal } from './legal/legal.ts';
import { lending } from './lending/lending.ts';
import { lendingProposals } from './lending/points/proposals.ts';
import { lendingAgreement } from './lending/orders/agreement.ts';
import { lendingBriefings } from './lending/orders/briefings.ts';
import { lendingCondition } from './lending/condition/condition.ts';
import { lendingBorrower } from './lending/desk/borrower-page.ts';
import { lendingDesk } from './lending/desk/desk.ts';
import { lendingInventory } from './lending/inventory/inventory.ts';
import { lendingFavourites } from './lending/models/favourites.ts';
import { lendingCopies } from './lending/models/copies.ts';
import { lendingFeed } from './lending/calendar/feed.ts';
import { lendingFees } from './lending/private-borrowers/fees.ts';
import { lendingPrivate } from './lending/private-borrowers/private-borrowers.ts';
import { lendingKiosk } from './lending/kiosk/kiosk.ts';
import { lendingManuals } from './lending/models/manuals.ts';
import { holidayImport } from './lending/calendar/holiday-import.ts';
import { landHolidays } from './lending/calendar/land-holidays.ts';
import { lendingPaper } from './lending/desk/paper.ts';
import { lendingPictures } from './lending/models/pictures.ts';
import { lendingTemplates } from './lending/cart/templates.ts';
import { lendingStatistics } from './lending/reports/statistics.ts';
import { lendingStock } from './lending/stock/stock.ts';
import { lendingTimeline } from './lending/desk/timeline.ts';
import { lendingTours } from './lending/courier/tours.ts';
import { lendingWaiting } from './lending/cart/waiting.ts';
import { lendingMigration } from './lending/migration/migration.ts';
import { library } from './library/library.ts';
import { licenceAssign } from './licences/assign.ts';
import { licenceBulk } from './licences/bulk.ts';
import { licencePackages } from './licences/packages.ts';
import { licenceLoss } from './licences/loss.ts';
import { licenceSeats } from './licences/seats.ts';
import { licences } from './licences/licences.ts';
import { ltiCourses } from './lti/courses.ts';
import { ltiPlatforms } from './lti/platforms.ts';
import { ltiVisit } from './lti/lti.ts';
import { mails } from './mails/calls.ts';
import { marketplace } from './marketplace/marketplace.ts';
import { orders } from './marketplace/orders.ts';
import { trials } from './marketplace/trials.ts';
import { medialistItems } from './medialists/items.ts';
import { medialistLinks } from './medialists/links.ts';
import { medialistSharing } from './medialists/sharing.ts';
import { medialists } from './medialists/medialists.ts';
import { news } from './news/news.ts';
import { linkChecks } from './link-checks/link-checks.ts';
import { notices } from './notices/notices.ts';
import { push } from './notices/push.ts';
import { ownMaterial } from './own-material/own-material.ts';
import { people } from './people/people.ts';
import { signOn } from './accounts/sign-on.ts';
import { routines } from './routines/routines.ts';
import { schools } from './schools/schools.ts';
import { setupAdmin } from './setup/admin.ts';
import { reviews } from './reviews/reviews.ts';
import { setup } from './setup/setup.ts';
import { sharedMedia } from './shared-media/shared-media.ts';
import { synonyms } from './catalogue/synonyms.ts';
import { uploads } from './files/uploads.ts';
import { wishes } from './library/wishes.ts';
import { yearDue } from './year-change/due.ts';
import { yearChange } from './year-change/year-change.ts';

export const endpoints = {
  accounts: { ...accounts, ...registration, ...ownAccount, ...factors, ...providers },
  assignments: { ...assignments, ...assignmentResults },
  audit,
  catalogue: { ...catalogue, ...catalogueEdit, ...excerpts },
  classes: { ...classes, ...classMembers, ...classMedia, ...classQuestions },
  duplicates,
  linkChecks,
  exchange,
  externalSources,
  files: { ...files, ...uploads, ...contentHosts },
  firstStart: { ...firstStart, ...checklist },
  imports,
  invitations: { ...invitations, ...staffImport },
  learners: { ...learnerSession, ...learnerCodes },
  legal,
  lending: {
    ...lending,
    ...lendingDesk,
    ...lendingBorrower,
    ...lendingCondition,
    ...lendingInventory,
    ...lendingMigration,
    ...lendingManuals,
    ...landHolidays,
    ...holidayImport,
    ...lendingPaper,
    ...lendingPictures,
    ...lendingStatistics,
    ...lendingStock,
    ...lendingWaiting,
    ...lendingBriefings,
    ...lendingTemplates,
    ...lendingTimeline,
    ...lendingFavourites,
    ...lendingFeed,
    ...lendingCopies,
    ...lendingFees,
    ...lendingPrivate,
    ...lendingKiosk,
    ...lendingTours,
    ...lendingAgreement,
    ...lendingProposals,
  },
  library: { ...library, ...wishes },
  licences: { ...licences, ...licenceSeats, ...licencePackages, ...licenceBulk, ...licenceAssign, ...licenceLoss },
  lti: { ...ltiVisit, ...ltiPlatforms, ...ltiCourses },
  mails,
  marketplace: { ...marketplace, ...orders, ...trials },
  medialists: { ...medialists, ...medialistItems, ...medialistSharing, ...medialistLinks },
  news,
  notices: { ...notices, ...push },
  ownMaterial,
  people,
  reviews,
  routines,
  signOn,
  schools,
  setup: { ...setup, ...setupAdmin },
  sharedMedia,
  synonyms,
  yearChange: { ...yearChange, ...yearDue },
};
