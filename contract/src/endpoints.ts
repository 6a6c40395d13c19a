/** All calls by domain: what the server must implement and the OpenAPI document shows. */
import { factors } from './accounts-factors.ts';
import { ownAccount } from './accounts-own.ts';
import { providers } from './accounts-providers.ts';
import { registration } from './accounts-registration.ts';
import { accounts } from './accounts.ts';
import { catalogueEdit } from './catalogue-edit.ts';
import { audit } from './audit.ts';
import { catalogue } from './catalogue.ts';
import { classMedia } from './class-media.ts';
import { classMembers } from './class-members.ts';
import { classes } from './classes.ts';
import { excerpts } from './excerpts.ts';
import { files } from './files.ts';
import { invitations } from './invitations.ts';
import { learnerCodes } from './learner-codes.ts';
import { learnerSession } from './learner-session.ts';
import { legal } from './legal.ts';
import { library } from './library.ts';
import { licenceSeats } from './licence-seats.ts';
import { licences } from './licences.ts';
import { news } from './news.ts';
import { people } from './people.ts';
import { schools } from './schools.ts';
import { setupAdmin } from './setup-admin.ts';
import { reviews } from './reviews.ts';
import { setup } from './setup.ts';
import { sharedMedia } from './shared-media.ts';
import { synonyms } from './synonyms.ts';
import { uploads } from './uploads.ts';
import { wishes } from './wishes.ts';

export const endpoints = {
  accounts: { ...accounts, ...registration, ...ownAccount, ...factors, ...providers },
  audit,
  catalogue: { ...catalogue, ...catalogueEdit, ...excerpts },
  classes: { ...classes, ...classMembers, ...classMedia },
  files: { ...files, ...uploads },
  invitations,
  learners: { ...learnerSession, ...learnerCodes },
  legal,
  library: { ...library, ...wishes },
  licences: { ...licences, ...licenceSeats },
  news,
  people,
  reviews,
  schools,
  setup: { ...setup, ...setupAdmin },
  sharedMedia,
  synonyms,
};
