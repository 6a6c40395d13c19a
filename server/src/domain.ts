/**
 * Definition of a domain: one object with every aspect, explicitly empty if necessary. `all-domains/` iterates over these objects
 * (docs/decisions/0032-one-object-per-domain.md).
 */
import type { endpoints } from '@fundus/contract/endpoints';
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import type { RawBuilder } from 'kysely';
import type { Links } from './db/links.ts';
import type { RemovedPeople } from './db/names-people.ts';
import type { Db } from './db/open.ts';
import type { Tables } from './db/tables.ts';
import type { Ctx, PersonObligation, Portal, SchoolAsked, Service } from './http/context.ts';
import type { Handlers } from './http/implement.ts';
import type { JobKind, Worker } from './jobs/runner.ts';

/** A noun of the contract, which groups its calls. */
export type Noun = keyof typeof endpoints;
export type Table = keyof Tables;

/** Marks an aspect as deliberately empty. */
export const none = null;
type None = typeof none;

type Leads<To extends keyof Links, T extends Table> = T extends keyof Links[To] ? Links[To][T] : object;

/**
 * Rule of a column that references a person. `erased`: effect of an erasure in the database; `code` means that an `erasePeople` removes the
 * reference before. `exported` to the person: the row without the columns of `without` (credentials, texts about others), or only the time
 * of an action on a row that may be about others.
 */
export type PersonColumn<Ends = 'row' | 'column' | 'code', Column = string> = {
  erased: Ends;
  exported: 'row' | 'moment';
  without?: readonly Column[];
  /** Private to the person: what they read, search, mark and write for themselves. */
  private?: true;
};

/** A row that belongs to the person: erased with them and exported to them. */
export const own = { erased: 'row', exported: 'row' } as const;
/** A private row that belongs to the person. */
export const ownPrivate = { ...own, private: true } as const;
/** A row about the person and others: it stays without their name. */
export const named = { erased: 'column', exported: 'row' } as const;
/** The person who acted on a row that may be about others. */
export const doer = { erased: 'column', exported: 'moment' } as const;

/**
 * Rule of a column that references a school: on a merge it `moves` automatically, is handled by the domain's `mergeSchools`, or `stays`.
 */
export type SchoolColumn = 'moves' | 'mergeSchools' | 'stays';

/**
 * Rule of a column that references a class member: its rows are deleted with the membership and exported to the member without the columns
 * of `without`.
 */
export type MemberColumn<Column = string> = { ofMember: true; without?: readonly Column[] };
export const ofMember = { ofMember: true } as const;

/** Rules of all columns of a table that reference people, schools or class members. */
type Columns<T extends Table> = {
  [C in keyof Leads<'person', T>]: PersonColumn<Leads<'person', T>[C], keyof Tables[T]>;
} & { [C in keyof Leads<'school', T>]: SchoolColumn } & {
  [C in keyof Leads<'class_member', T>]: MemberColumn<keyof Tables[T]>;
};

/**
 * An idempotent step of the hourly routine. `remind`: reminders may be sent now; `byHand`: started by an administrator. A step with `byAge`
 * is skipped while the clock is not trusted.
 */
export type Step<S extends Service = never> = ((
  portal: Portal<S>,
  how: { now: Date; remind: boolean; byHand?: boolean },
) => Promise<unknown>) & { byAge?: true };

/** Marks a step that deletes or ends things by their age. A step without a type for `portal` receives the core. */
export function byAge(step: Step): Step;
export function byAge<S extends Service>(step: Step<S>): Step<S>;
export function byAge(step: Step<Service>): Step<Service> {
  return Object.assign((...args: Parameters<Step<Service>>) => step(...args), { byAge: true as const });
}

/** Queries with one column `path`. The folder belongs to the domain: a file in it that no row names is removed. */
export type StoredFiles = {
  folder: string;
  named: RawBuilder<{ path: string }>;
  /** Paths of files that may exist already, or not yet. */
  begun?: RawBuilder<{ path: string }>;
};

/** Display name of a referenced row. `of` receives the column itself, so that its subquery uses the index of the other table. */
export type RowName = { column: string; of: (column: RawBuilder<unknown>) => RawBuilder<string | null> };

/** Maximum number of rows of one kind in the data of a school; the file lists the kinds that were cut. */
export const MAX_EXPORTED = 50_000;

/**
 * Context for creating the demo, in the order of the list. `people` returns the id of an address, `titleOf` the title of a medium, `media`
 * a file of `demo/src/media`; they throw if it does not exist.
 */
export type DemoAt = Pick<Ctx<'storage'>, 'db' | 'secret' | 'now' | 'config' | 'storage'> & {
  school_id: string;
  district_id: string;
  records: readonly MediaRecord[];
  titleOf: (identifier: string) => string;
  people: () => Promise<(email: string) => string>;
  media: (path: string) => Buffer;
  /** Hash of the common password of all demo accounts. */
  passwordHash: string;
};

/**
 * Context for removing the demo, from the last domain to the first, while its people still exist. Content of other users and everything it
 * depends on stays and is reported by `kept`. `schools` and `identifiers` are those of the demo, whether they exist or not.
 */
export type DemoGoing = Pick<Ctx, 'db'> & {
  people: RemovedPeople;
  /** Time at which it was loaded. */
  since: Date;
  schools: readonly string[];
  district_id: string;
  identifiers: readonly string[];
  /** Erases people with everything that belongs to them. */
  erasePeople: (people: RemovedPeople) => Promise<unknown>;
  removed: (what: string, count: number) => void;
  kept: (what: string, why: string) => void;
  /** Removes stored files that no row names any more. */
  removeFiles: (paths: readonly string[]) => void;
};

/** `removeDemo` is `none` if everything is removed with people, schools and media. */
export type Demo = { makeDemo: (at: DemoAt) => Promise<unknown>; removeDemo: ((at: DemoGoing) => Promise<unknown>) | None };

export type Domain<N extends Noun = Noun, T extends Table = Table, S extends Service = Service> = {
  /** Services that its handlers, steps, jobs and routes receive besides the core (`http/context.ts`). */
  services: readonly S[];
  /** Handlers of its calls; access rights are in `contract/src/rights/`. */
  calls: { [K in N]: Handlers<(typeof endpoints)[K], NoInfer<S>> };
  /** Tables of the domain, with the rules of columns that reference people, schools and class members. */
  tables: { [K in T]: Columns<K> };
  /** Steps of the hourly routine. */
  sweep: Record<string, Step<NoInfer<S>>>;
  /** Files in the storage named by its rows. */
  storedFiles: StoredFiles | None;
  /** Workers of its jobs, by kind. */
  jobs: ((portal: Portal<NoInfer<S>>) => Record<string, Worker | JobKind>) | None;
  /** Display names added to the exported rows of a person, in every table with the column. */
  names: Record<string, RowName>;
  /** Parts of the data of a school, by their name in the export. Returns `undefined` if the requester may not have it. */
  schoolData: Record<string, (db: Db, asked: SchoolAsked) => Promise<readonly unknown[]> | undefined>;
  /** Runs before columns move automatically: resolves conflicts and updates counts and indexes. */
  mergeSchools: ((ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string) => Promise<unknown>) | None;
  /** Erases what no foreign key covers: texts about people, and rows that identify them otherwise. */
  erasePeople: ((db: Db, removedPeople: RemovedPeople) => Promise<unknown>) | None;
  /** Returns the obligations that prevent the deletion of accounts, such as loans and fees (docs/behaviour/accounts.md#obligations). */
  obligations: ((at: Pick<Ctx, 'db' | 'now'>, people: readonly string[]) => Promise<PersonObligation[]>) | None;
  /** The domain's part of the demo school, imported on demand. */
  demo: (() => Promise<Demo>) | None;
};

/**
 * Preserves the types of nouns and tables, so that `all-domains/list.ts` finds those without a domain. Handlers, steps and jobs that need a
 * service which `services` does not list do not compile.
 */
export const defineDomain = <N extends Noun, T extends Table, S extends Service>(domain: Domain<N, T, S>): Domain<N, T, S> => domain;

/** Any domain. */
export type AnyDomain = Omit<Domain, 'calls' | 'tables'> & {
  calls: Partial<Record<Noun, unknown>>;
  tables: Partial<Record<Table, Record<string, PersonColumn | SchoolColumn | MemberColumn>>>;
};
