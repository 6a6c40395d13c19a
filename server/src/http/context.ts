/** Everything a rule needs, visible in its signature and replaceable in a test. */
import type { Obligation } from '@fundus/contract/accounts/obligations';
import type { FrontendConfig } from '@fundus/contract/config';
import type { Endpoint } from '@fundus/contract/endpoint';
import type { ScreenName } from '@fundus/contract/screens';
import type { Disk } from '../db/disk.ts';
import type { ReadCaches } from '../db/read-caches.ts';
import type { Db } from '../db/open.ts';
import type { Questions } from '../embedding/questions.ts';
import type { PlatformKeys } from '../lti/platform-keys.ts';
import type { OidcClient } from '../oidc/oidc.ts';
import type { SamlClient } from '../saml/saml.ts';
import type { PaymentProvider } from '../payment/payment.ts';
import type { Remote } from '../remote/remote.ts';
import type { Live } from '../live/live.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Log } from '../log.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { Storage } from '../storage/storage.ts';
import type { Embedder } from '../embedding/driver.ts';
import type { DeviceSubject } from './sessions/device-subject.ts';
import type { SignedIn } from '../visitors/signed-in.ts';

/** What lives as long as the process. */
export type Portal = {
  db: Db;
  /** Reads of `db` that come with nearly every request. */
  caches: ReadCaches;
  /** Whether the database answers: throws when it does not within two seconds. */
  ping: () => Promise<void>;
  disk: Disk;
  config: FrontendConfig;
  log: Log;
  storage: Storage;
  search: SearchIndex;
  /** Where media and questions stand in the space of a language model; null: meaning is learned from the catalogue. */
  embedder: Embedder | null;
  questions: Questions | null;
  /** Key of every signature the portal makes. */
  secret: string;
  /** The address people use, without a slash at the end; absent where the operator named none. */
  publicUrl?: string | undefined;
  /** The address of uploaded content where it has a host of its own, without a slash at the end. */
  contentUrl?: string | undefined;
  /** Whom those who harvest the catalogue write to; absent: `postmaster@` the host. */
  oaiEmail?: string | undefined;
  /** Portals people may come from. */
  oidc: readonly (OidcClient | SamlClient)[];
  /** The way to addresses that were entered in the portal. */
  remote: Remote;
  /** The way mails leave; `send` goes past the outbox and throws what the mail server says. */
  mailServer: { configured: boolean; from: string; send: Mailer['send'] };
  /** Who takes payments; null: everything is bought on invoice. */
  payment: PaymentProvider | null;
  /** Hosts of the operator's own network: these alone may be without TLS. */
  intranetHosts: readonly string[];
  /** The keys of learning platforms. */
  platformKeys: PlatformKeys;
  /** The demo school is loaded. */
  demo: boolean;
  now: () => Date;
  /** Tells what changes to those who have it open. */
  live: Live;
  /** Waits so many milliseconds. */
  pause: (ms: number) => Promise<void>;
  /** Lets the index of this process take in what was committed; waits a moment at most. */
  wakeIndex: () => Promise<void>;
  /** A folder for what can be made again. */
  cacheDir: string;
  /** A file that names who was erased, beside the database. */
  erasuresFile: string;
  /** A folder for what is being uploaded and is not complete. */
  uploadDir: string;
  /** Works off jobs that are due, soon; waits for nothing. */
  wakeJobs: () => void;
  /** Figures for each kind of job that was given up. */
  jobs: {
    kinds: readonly string[];
    mayRetry: (kind: string) => boolean;
    about: (kind: string, payload: unknown) => Promise<string | null>;
  };
  /** Whoever registers may have been invited; accounts do not know invitations, invitations know accounts. */
  registrationInvitations: RegistrationInvitations;
  /** Nor do accounts know schools: another portal may say that somebody has come into one, or left it. */
  schoolMembership: SchoolMembership;
  /** The keys of the texts a screen may say, without their plural forms; null where the client is not built: all. */
  screenTexts: (screen: ScreenName) => ReadonlySet<string> | null;
  /** What is done every hour: the names of its steps, and doing one of them now; false while another process does it. */
  routines: { names: readonly string[]; run: (name: string) => Promise<boolean> };
  /** What every domain has a part in; none of them knows all the others. */
  domains: AllDomains;
};

/** Who asks for the data of a school: the school itself (`own`), or its district, which sees all of a school that ends (`whole`). */
export type SchoolAsked = { schoolId: string; own: boolean; whole: boolean };

/** Some rows of an export: JSON objects with commas between them. Pages of one area follow each other. */
export type DataPage = { area: string; rows: string; count: number };

/** A merge, and the medium that stayed. */
export type MergeStep = { id: string; kept: string };

export type PersonObligation = Obligation & { person_id: string };

export type AllDomains = {
  /** By table; by table and column where the person is not the one the row is about. */
  personData: (db: Db, personId: string, how?: { forOthers?: boolean }) => AsyncIterable<DataPage>;
  /** By what the domains call it. */
  schoolData: (db: Db, asked: SchoolAsked) => AsyncIterable<DataPage>;
  /** Everything of a school becomes another one's. */
  mergeSchools: (ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string) => Promise<void>;
  /** What hangs on a medium moves to another one, noted with the merge. */
  moveMedium: (db: Db, mergeId: string, gone: string, kept: string) => Promise<void>;
  /** And back: what moved with the first of the merges, wherever those behind it took it. */
  moveBack: (db: Db, gone: string, merges: readonly [MergeStep, ...MergeStep[]]) => Promise<void>;
  /** Lists what keeps the accounts of people until it is settled. */
  obligations: (at: Pick<Ctx, 'db' | 'now'>, ids: readonly string[]) => Promise<PersonObligation[]>;
  /**
   * Erases people who have no obligations and returns their number; the others are kept. `again`: they were erased before, and a backup brought them back.
   * In a transaction.
   */
  erasePeople: (at: Pick<Portal, 'db' | 'secret'> & { now: Date }, ids: readonly string[], how?: { again: boolean }) => Promise<number>;
};

export type RegistrationInvitations = {
  /**
   * Returns where an invitation leads the owner of an address; null if it does not hold for that address. `personal`: it was sent to this address
   * alone. `staff_of`: the district, for its staff. `vouches`: no approval is needed. Without `school_id` or `staff_of` the user chooses a school.
   */
  find: (
    at: Pick<Ctx, 'db' | 'now'>,
    id: string,
    email: string,
  ) => Promise<{ personal: boolean; school_id: string | null; staff_of?: string; role: string; vouches: boolean } | null>;
  /** Uses it up for somebody whose address is confirmed: they are in the school, or in the class. False when it does not hold any more. */
  use: (at: Pick<Ctx, 'db' | 'now' | 'config' | 'afterCommit' | 'wakeIndex'>, personId: string, id: string) => Promise<boolean>;
};

type SchoolMembership = {
  /** Brings a person into a school, out of the one they were in. `state_conflict` for the last administrator of that one. */
  join: (
    at: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex'>,
    by: SignedIn,
    whom: { personId: string; schoolId: string; admin: boolean },
  ) => Promise<void>;
  /** Takes them out of theirs; `wish` is what the other portal named. `state_conflict` as above. */
  quit: (at: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex' | 'config'>, by: SignedIn, wish: string) => Promise<void>;
  /** Puts them into the classes of their school that follow these groups, and out of those that follow others. */
  group: (at: Pick<Ctx, 'db' | 'now'>, person: SignedIn, groups: readonly string[]) => Promise<void>;
};

/** Where a session came from, so that it can end there. */
export type OidcSession = {
  provider: string;
  subject: string;
  sid: string | null;
  /** The token that said so, sealed; only where signing out here signs out there. */
  token: string | null;
  /** The account is linked to it with this session: not before the second factor was shown. */
  link?: boolean;
};

export type SessionChange =
  | { start: { personId: string; stay: boolean; oidc?: OidcSession | undefined } | { codeId: string } }
  | { end: true };

export type LinkSessionChange = { linkId: string } | { end: true };

/** One request. `db` is the transaction of a write. */
export type Ctx<U extends SignedIn | null = SignedIn | null> = Omit<Portal, 'now'> & {
  user: U;
  now: Date;
  /** Network of the caller: an IPv4 address, or the /64 of an IPv6 one; `range` is the /48 around that. */
  address: string;
  range: string | null;
  /** Hash of the cookie of a link to a media list, where the browser sends one: a session beside that of a person. */
  linkHash: string | undefined;
  /** Hash of the cookie of a tablet at a lending point, where the browser is one. */
  kioskHash: string | undefined;
  /** A sign of the caller's device, where somebody signed in on it as this subject before. */
  knownDevice: (subject: DeviceSubject) => string | null;
  /** The device is known from now on; carried out with the reply. */
  rememberDevice: (...subjects: DeviceSubject[]) => void;
  /** Runs when the answer is certain: mail, index, other outside effects. */
  afterCommit: (effect: () => unknown) => void;
  /** Starts or ends the session of this browser; carried out with the reply. */
  changeSession: (change: SessionChange) => void;
  /** Starts or ends the link session of this browser; that of a person stays. */
  changeLinkSession: (change: LinkSessionChange) => void;
  /** Makes this browser a tablet; carried out with the reply. */
  becomeKiosk: (token: string) => void;
  header: (name: string) => string | undefined;
};

/** Of a request by somebody who is signed in. */
export type UserCtx = Ctx<SignedIn>;

/** Behind a gate without `guests` there is always somebody. */
export type CtxOf<E extends Endpoint> = E extends { guests: string } ? Ctx : Ctx<SignedIn>;
