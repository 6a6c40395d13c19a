/** Dependencies of handlers and rules, visible in their signatures and replaceable in tests. */
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
import type { Remote } from '../remote/remote.ts';
import type { Live } from '../live/live.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Log } from '../log.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { Storage } from '../storage/storage.ts';
import type { Embedder } from '../embedding/driver.ts';
import type { DeviceSubject } from './sessions/device-subject.ts';
import type { SignedIn } from '../visitors/signed-in.ts';

/** The core: dependencies that every domain receives. */
export type Core = {
  db: Db;
  /** Read caches for queries that nearly every request makes. */
  caches: ReadCaches;
  config: FrontendConfig;
  log: Log;
  /** Key of every signature and hash of the portal. */
  secret: string;
  /** Public URL without a trailing slash; undefined if `PUBLIC_URL` is not set. */
  publicUrl?: string | undefined;
  now: () => Date;
  /** Lets the index of this process read the committed changes; waits briefly for it. */
  wakeIndex: () => Promise<void>;
  /** Wakes the job runner; returns immediately. */
  wakeJobs: () => void;
};

/** Services for domains whose definition lists them (`services` in `domain.ts`). None is optional (`domain.test.ts`). */
export type Services = {
  storage: Storage;
  search: SearchIndex;
  /** Notifies open browsers of changes. */
  live: Live;
  /** Resolves after `ms` milliseconds. */
  pause: (ms: number) => Promise<void>;
  /** Embeddings of media and queries by a language model; `null`: similarity is derived from the catalogue. */
  embedder: Embedder | null;
  questions: Questions | null;
  /** URL of the host for uploaded content without a trailing slash; undefined if it is not set. */
  contentUrl: string | undefined;
  /** Contact address for OAI-PMH harvesters; defaults to `postmaster@` the host. */
  oaiEmail: string | undefined;
  /** Identity providers. */
  oidc: readonly (OidcClient | SamlClient)[];
  /** Outbound HTTP client for user-supplied URLs (SSRF-safe). */
  remote: Remote;
  /** Mail server. `send` bypasses the outbox and throws the mail server's error. */
  mailServer: { configured: boolean; from: string; send: Mailer['send'] };
  /** Payment provider; `null`: purchases are on invoice only. */
  payment: PaymentProvider | null;
  /** Hosts of the operator's own network; only these may be used without TLS. */
  intranetHosts: readonly string[];
  /** Signing keys for learning platforms. */
  platformKeys: PlatformKeys;
  /** True if the demo school is loaded. */
  demo: boolean;
  /** Folder for files that can be rebuilt. */
  cacheDir: string;
  /** File with the hashes of erased people, kept outside the database. */
  erasuresFile: string;
  /** Folder for incomplete uploads. */
  uploadDir: string;
  /** Descriptions of each kind of failed job. */
  jobs: {
    kinds: readonly string[];
    mayRetry: (kind: string) => boolean;
    about: (kind: string, payload: unknown) => Promise<string | null>;
  };
  /** Invitations for registering users. Injected, because the domain invitations imports accounts. */
  registrationInvitations: RegistrationInvitations;
  /** Changes of school membership by identity providers. Injected, because the domain schools imports accounts. */
  schoolMembership: SchoolMembership;
  /** Returns the keys of the texts a screen may display, without plural forms; `null` if the client is not built: all texts. */
  screenTexts: (screen: ScreenName) => ReadonlySet<string> | null;
  /** Hourly routine: the names of its steps, and a function that runs one now; it returns false if another process runs it. */
  routines: { names: readonly string[]; run: (name: string) => Promise<boolean> };
  /** Operations every domain contributes to. */
  domains: AllDomains;
};

/** The name of a service. */
export type Service = keyof Services;

/** Context outside of requests: the core and the services `S`. */
export type Portal<S extends Service = never> = Core & Pick<Services, S>;

/**
 * Requester of a school's data: the school itself (`own`), or its district, which gets everything of a school that is closing (`whole`).
 */
export type SchoolAsked = { schoolId: string; own: boolean; whole: boolean };

/** Rows of an export as comma-separated JSON objects. Pages of one area are consecutive. */
export type DataPage = { area: string; rows: string; count: number };

/** A merge and the medium that remained. */
export type MergeStep = { id: string; kept: string };

export type PersonObligation = Obligation & { person_id: string };

export type AllDomains = {
  /** Data of a person by table; `table.column` if the person is not the subject of the row. */
  personData: (db: Db, personId: string, how?: { forOthers?: boolean }) => AsyncIterable<DataPage>;
  /** Data of a school by the domains' names for it. */
  schoolData: (db: Db, asked: SchoolAsked) => AsyncIterable<DataPage>;
  /** Moves everything of one school to another one. */
  mergeSchools: (ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string) => Promise<void>;
  /** Moves references from one medium to another and records them with the merge. */
  moveMedium: (db: Db, mergeId: string, gone: string, kept: string) => Promise<void>;
  /** Reverts the first of the merges: moves its references back from wherever the later ones moved them. */
  moveBack: (db: Db, gone: string, merges: readonly [MergeStep, ...MergeStep[]]) => Promise<void>;
  /** Returns the obligations that prevent the erasure of people until they are settled. */
  obligations: (at: Pick<Ctx, 'db' | 'now'>, ids: readonly string[]) => Promise<PersonObligation[]>;
  /**
   * Erases people who have no obligations and returns their number; the others are kept. Requires a transaction. `again` is set for people who
   * were erased before and returned with a backup.
   */
  erasePeople: (at: Pick<Portal, 'db' | 'secret'> & { now: Date }, ids: readonly string[], how?: { again: boolean }) => Promise<number>;
};

export type RegistrationInvitations = {
  /**
   * Returns the target of an invitation; `null` if it is not valid for the address. `personal`: it was sent to this address alone.
   * `staff_of`: the district, for its staff. `vouches`: no approval is needed. Without `school_id` or `staff_of` the user chooses a school.
   */
  find: (
    at: Pick<Ctx, 'db' | 'now'>,
    id: string,
    email: string,
  ) => Promise<{ personal: boolean; school_id: string | null; staff_of?: string; role: string; vouches: boolean } | null>;
  /**
   * Redeems an invitation for a user with a confirmed address and adds them to the school or class. Returns false if it is no longer valid.
   */
  use: (at: Pick<Ctx, 'db' | 'now' | 'config' | 'afterCommit' | 'wakeIndex'>, personId: string, id: string) => Promise<boolean>;
};

type SchoolMembership = {
  /** Moves a person into a school. Throws `state_conflict` for the last administrator of the previous one. */
  join: (
    at: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex'>,
    by: SignedIn,
    inviter: { personId: string; schoolId: string; admin: boolean },
  ) => Promise<void>;
  /** Removes a person from their school; `wish` is the school the identity provider named. Throws `state_conflict` as above. */
  quit: (at: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex' | 'config'>, by: SignedIn, wish: string) => Promise<void>;
  /** Adds a person to the classes of their school that are linked to these groups and removes them from those linked to others. */
  group: (at: Pick<Ctx, 'db' | 'now'>, person: SignedIn, groups: readonly string[]) => Promise<void>;
};

/** Origin of a session, for single logout. */
export type OidcSession = {
  provider: string;
  subject: string;
  sid: string | null;
  /** Sealed ID token; only if signing out here also signs out at the provider. */
  token: string | null;
  /** True if this session links the account to the provider, after the second factor. */
  link?: boolean;
};

export type SessionChange =
  | { start: { personId: string; stay: boolean; oidc?: OidcSession | undefined } | { codeId: string } }
  | { end: true };

export type LinkSessionChange = { linkId: string } | { end: true };

/** Context of one request, with the services `S`. `db` is the transaction of a write. */
export type Ctx<S extends Service = never, U extends SignedIn | null = SignedIn | null> = Omit<Core, 'now'> &
  Request<U> &
  Pick<Services, S>;

/** Context of a signed-in user. */
export type UserCtx<S extends Service = never> = Ctx<S, SignedIn>;

/** Context of an endpoint: only endpoints with `guests` may have no user. */
export type CtxOf<E extends Endpoint, S extends Service = never> = E extends { guests: string } ? Ctx<S> : UserCtx<S>;

/** Properties of a single request. */
type Request<U extends SignedIn | null> = {
  user: U;
  now: Date;
  /** Network of the caller: an IPv4 address, or the /64 of an IPv6 one; `range` is its /48. */
  address: string;
  range: string | null;
  /** Hash of the share-link cookie, if the browser sends one: a session beside that of a user. */
  linkHash: string | undefined;
  /** Hash of the kiosk cookie, if the browser is a tablet at a lending point. */
  kioskHash: string | undefined;
  /** Returns an id of the caller's device if the subject has signed in on it before. */
  knownDevice: (subject: DeviceSubject) => string | null;
  /** Remembers the device; applied with the reply. */
  rememberDevice: (...subjects: DeviceSubject[]) => void;
  /** Registers an effect that runs after the commit: mail, index, other side effects. */
  afterCommit: (effect: () => unknown) => void;
  /** Starts or ends the session of this browser; applied with the reply. */
  changeSession: (change: SessionChange) => void;
  /** Starts or ends the share-link session of this browser; the user's session stays. */
  changeLinkSession: (change: LinkSessionChange) => void;
  /** Makes this browser a kiosk tablet; applied with the reply. */
  becomeKiosk: (token: string) => void;
  header: (name: string) => string | undefined;
};
