/** Dependencies of handlers and rules, which are explicit in their signatures and can be replaced in tests. */
import type { Obligation } from '@fundus/contract/accounts/obligations';
import type { FrontendConfig } from '@fundus/contract/config';
import type { Endpoint } from '@fundus/contract/endpoint';
import type { ScreenName } from '@fundus/contract/screens';
import type { ReadCaches } from '../db/read-caches.ts';
import type { Db } from '../db/open.ts';
import type { Questions } from '../embedding/questions.ts';
import type { PlatformKeys } from '../lti/platform-keys.ts';
import type { OidcClient } from '../oidc/oidc.ts';
import type { SamlClient } from '../saml/saml.ts';
import type { PaymentProvider } from '../payment/payment.ts';
import type { RemoteFetch } from '../remote/remote.ts';
import type { Live } from '../live/live.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Log } from '../log.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { Storage } from '../storage/storage.ts';
import type { Embedder } from '../embedding/driver.ts';
import type { DeviceSubject } from './sessions/device-subject.ts';
import type { SignedIn } from '../visitors/signed-in.ts';

/** Dependencies that every domain receives. */
export type Core = {
  db: Db;
  /** Read caches for queries that run in nearly every request. */
  caches: ReadCaches;
  config: FrontendConfig;
  log: Log;
  /** Key for all signatures and hashes of the portal. */
  secret: string;
  /** Public URL without a trailing slash, or undefined if `PUBLIC_URL` is not set. */
  publicUrl?: string | undefined;
  now: () => Date;
  /** Makes the search index of this process read committed changes, and waits briefly for it. */
  wakeIndex: () => Promise<void>;
  /** Wakes the job runner and returns immediately. */
  wakeJobs: () => void;
};

/** Services that domains request by name with `services` in `domain.ts`. No service is optional (`domain.test.ts`). */
export type Services = {
  storage: Storage;
  search: SearchIndex;
  /** Notifies open browsers of changes. */
  live: Live;
  /** Resolves after `ms` milliseconds. */
  pause: (ms: number) => Promise<void>;
  /** Embeddings of media and queries by a language model. If `null`, similarity is learned from the catalogue. */
  embedder: Embedder | null;
  questions: Questions | null;
  /** URL of the host for uploaded content without a trailing slash, or undefined if it is not set. */
  contentUrl: string | undefined;
  /** Contact address for OAI-PMH harvesters. Defaults to `postmaster@` followed by the host name. */
  oaiEmail: string | undefined;
  /** Identity providers. */
  oidc: readonly (OidcClient | SamlClient)[];
  /** HTTP client for user-supplied URLs, protected against server-side request forgery. */
  remote: RemoteFetch;
  /** Mail server. `send` bypasses the outbox and throws the errors of the mail server. */
  mailServer: { configured: boolean; from: string; send: Mailer['send'] };
  /** Payment provider. If `null`, purchases are only possible on invoice. */
  payment: PaymentProvider | null;
  /** Hosts of the operator's own network. Only these may be reached without TLS. */
  intranetHosts: readonly string[];
  /** Signing keys for learning platforms. */
  platformKeys: PlatformKeys;
  /** True if the demo school is loaded. */
  demo: boolean;
  /** Directory for files that can be rebuilt. */
  cacheDir: string;
  /** File with the hashes of erased people. It is kept outside the database, so that restoring a backup does not undo erasures. */
  erasuresFile: string;
  /** Directory for incomplete uploads. */
  uploadDir: string;
  /** Kinds of jobs and descriptions of failed jobs. */
  jobs: {
    kinds: readonly string[];
    mayRetry: (kind: string) => boolean;
    about: (kind: string, payload: unknown) => Promise<string | null>;
  };
  /** Invitations of registering users. Injected, because the domain `invitations` imports `accounts`. */
  registrationInvitations: RegistrationInvitations;
  /** Changes of school membership by identity providers. Injected, because `accounts` cannot import the domain `schools`. */
  schoolMembership: SchoolMembership;
  /**
   * Returns the keys of all texts that a screen may display, without plural suffixes. Returns `null` if the client is not built, which means all
   * texts.
   */
  screenTexts: (screen: ScreenName) => ReadonlySet<string> | null;
  /** Hourly maintenance. `names` are its steps, and `run` runs a step immediately. `run` returns false if another process is running the step. */
  routines: { names: readonly string[]; run: (name: string) => Promise<boolean> };
  /** Operations that combine the contributions of all domains. */
  domains: AllDomains;
};

/** Name of a service. */
export type Service = keyof Services;

/** Context outside of requests, which contains the core and the services `S`. */
export type Portal<S extends Service = never> = Core & Pick<Services, S>;

/**
 * Requested school data. `own` is true if the school requests its own data. `whole` is true if a district requests all data of a school that is
 * closing.
 */
export type SchoolDataRequester = { schoolId: string; own: boolean; whole: boolean };

/** Rows of an export as comma-separated JSON objects. Pages of the same area are consecutive. */
export type DataPage = { area: string; rows: string; count: number };

/** Id of a merge, and the medium that was kept. */
export type MergeStep = { id: string; kept: string };

export type PersonObligation = Obligation & { person_id: string };

export type AllDomains = {
  /** Yields the data of a person by table name, or by `table.column` if the row is primarily about something else. */
  personData: (db: Db, personId: string, how?: { forOthers?: boolean }) => AsyncIterable<DataPage>;
  /** Yields the data of a school by the names that the domains define. */
  schoolData: (db: Db, asked: SchoolDataRequester) => AsyncIterable<DataPage>;
  /** Moves all data of a school to another school. */
  mergeSchools: (ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string) => Promise<void>;
  /** Moves all references from a medium to another one and records them under the merge. */
  moveMedium: (db: Db, mergeId: string, gone: string, kept: string) => Promise<void>;
  /** Undoes the first of the given merges. Its references are moved back from the media to which later merges moved them. */
  moveBack: (db: Db, gone: string, merges: readonly [MergeStep, ...MergeStep[]]) => Promise<void>;
  /** Returns the obligations that prevent the erasure of people until they are settled. */
  obligations: (at: Pick<Ctx, 'db' | 'now'>, ids: readonly string[]) => Promise<PersonObligation[]>;
  /**
   * Erases people without obligations and returns their number. People with obligations are kept. Must run in a transaction. `again` is set if the
   * people had already been erased and were restored from a backup.
   */
  erasePeople: (at: Pick<Portal, 'db' | 'secret'> & { now: Date }, ids: readonly string[], how?: { again: boolean }) => Promise<number>;
};

export type RegistrationInvitations = {
  /**
   * Returns the target of an invitation, or `null` if it is not valid for the address. `personal` means that it was sent only to this address, and
   * `vouches` that no approval is needed. `staff_of` is the district whose staff the user joins. If there is neither a school nor a district, the
   * user chooses a school.
   */
  find: (
    at: Pick<Ctx, 'db' | 'now'>,
    id: string,
    email: string,
  ) => Promise<{ personal: boolean; school_id: string | null; staff_of?: string; role: string; vouches: boolean } | null>;
  /**
   * Redeems an invitation for a user with a confirmed email address and adds the user to the school or class. Returns false if the invitation is no
   * longer valid.
   */
  use: (at: Pick<Ctx, 'db' | 'now' | 'config' | 'afterCommit' | 'wakeIndex'>, personId: string, id: string) => Promise<boolean>;
};

type SchoolMembership = {
  /** Moves a user to a school. Throws `state_conflict` if the previous school would have no administrator left. */
  join: (
    at: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex'>,
    by: SignedIn,
    inviter: { personId: string; schoolId: string; admin: boolean },
  ) => Promise<void>;
  /** Removes a user from their school. `wish` is the school named by the identity provider. Throws `state_conflict` like `join`. */
  quit: (at: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex' | 'config'>, by: SignedIn, wish: string) => Promise<void>;
  /** Adds a user to the classes of their school that are linked to the groups, and removes them from classes linked to other groups. */
  group: (at: Pick<Ctx, 'db' | 'now'>, person: SignedIn, groups: readonly string[]) => Promise<void>;
};

/** Identity provider session that created a session, needed for single logout. */
export type OidcSession = {
  provider: string;
  subject: string;
  sid: string | null;
  /** Encrypted ID token, stored only if signing out of the portal also signs out of the provider. */
  token: string | null;
  /** True if the session links the account to the provider after the second factor. */
  link?: boolean;
};

export type SessionChange =
  | { start: { personId: string; stay: boolean; oidc?: OidcSession | undefined } | { codeId: string } }
  | { end: true };

export type LinkSessionChange = { linkId: string } | { end: true };

/** Context of a request with the services `S`. In a write, `db` is its transaction. */
export type Ctx<S extends Service = never, U extends SignedIn | null = SignedIn | null> = Omit<Core, 'now'> &
  Request<U> &
  Pick<Services, S>;

/** Context of a signed-in user. */
export type UserCtx<S extends Service = never> = Ctx<S, SignedIn>;

/** Context of an endpoint. Only endpoints that admit guests may have no user. */
export type CtxOf<E extends Endpoint, S extends Service = never> = E extends { guests: string } ? Ctx<S> : UserCtx<S>;

/** Properties of a single request. */
type Request<U extends SignedIn | null> = {
  user: U;
  now: Date;
  /** Network of the caller: an IPv4 address or the /64 network of an IPv6 address. `range` is the /48 network. */
  address: string;
  range: string | null;
  /** Hash of the share-link cookie, if the browser sends one. The share-link session exists in addition to the user's session. */
  linkHash: string | undefined;
  /** Hash of the kiosk cookie, if the browser is a tablet at a lending point. */
  kioskHash: string | undefined;
  /** Returns an id for the caller's device if the subject has used it before, otherwise `null`. */
  knownDevice: (subject: DeviceSubject) => string | null;
  /** Remembers the device for the subjects. Takes effect with the reply. */
  rememberDevice: (...subjects: DeviceSubject[]) => void;
  /** Registers an effect that runs after the commit, such as sending mails or updating the index. */
  afterCommit: (effect: () => unknown) => void;
  /** Starts or ends the session of the browser. Takes effect with the reply. */
  changeSession: (change: SessionChange) => void;
  /** Starts or ends the share-link session of the browser. The user's session is unaffected. */
  changeLinkSession: (change: LinkSessionChange) => void;
  /** Turns the browser into a kiosk tablet. Takes effect with the reply. */
  becomeKiosk: (token: string) => void;
  header: (name: string) => string | undefined;
};
