/**
 * Type of a domain: one object with the services, calls, tables, jobs and other parts of a domain. Every property is required; a part that a domain
 * does not have is set to an empty value
 * (docs/decisions/0032-one-object-per-domain.md).
 */
import type { endpoints } from '@fundus/contract/endpoints';
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import type { RawBuilder } from 'kysely';
import type { Links } from './db/links.ts';
import type { RemovedPeople } from './db/names-people.ts';
import type { Db } from './db/open.ts';
import type { Tables } from './db/tables.ts';
import type { Ctx, PersonObligation, Portal, SchoolDataRequester, Service } from './http/context.ts';
import type { Handlers } from './http/implement.ts';
import type { JobKind, Worker } from './jobs/runner.ts';

/** A noun of the contract. Calls are grouped by noun. */
export type Noun = keyof typeof endpoints;
export type Table = keyof Tables;

/** Marks an aspect as deliberately empty. */
export const none = null;
type None = typeof none;

type Leads<To extends keyof Links, T extends Table> = T extends keyof Links[To] ? Links[To][T] : object;

/**
 * Rule of a column that references a person. `erased` is the effect of an erasure: the database deletes the row or clears the column, or
 * `erasePeople` removes the reference beforehand (`code`). `exported` is the part of the row that the person receives: the row without the columns in
 * `without`, such as credentials and texts about others, or only the time of an action.
 */
export type PersonColumn<Ends = 'row' | 'column' | 'code', Column = string> = {
  erased: Ends;
  exported: 'row' | 'moment';
  without?: readonly Column[];
  /** Set for data that is private to the person, such as what they read, search, bookmark and write for themselves. */
  private?: true;
};

/** Rule of a row that belongs to the person. It is erased with the person and exported. */
export const own = { erased: 'row', exported: 'row' } as const;
/** Rule of a row that belongs to the person and is private. */
export const ownPrivate = { ...own, private: true } as const;
/** Rule of a row about the person and others. It remains after an erasure, without the person. */
export const named = { erased: 'column', exported: 'row' } as const;
/** Rule of a column with the person who acted on a row. Because the row may be about others, only the time is exported. */
export const doer = { erased: 'column', exported: 'moment' } as const;

/**
 * Rule of a column that references a school. When schools are merged, it is updated automatically (`moves`), handled by the domain's `mergeSchools`,
 * or not changed (`stays`).
 */
export type SchoolColumn = 'moves' | 'mergeSchools' | 'stays';

/**
 * Rule of a column that references a class member. The rows are deleted with the membership and exported to the member without the columns in
 * `without`.
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
 * An idempotent step of the hourly routine. `remind` is true if reminders may be sent now. `byHand` is true if an administrator started the routine.
 * A step with `byAge` is skipped while the clock is not trusted.
 */
export type Step<S extends Service = never> = ((
  portal: Portal<S>,
  how: { now: Date; remind: boolean; byHand?: boolean },
) => Promise<unknown>) & { byAge?: true };

/** Marks a step that deletes or ends things by age. If the parameter `portal` has no type, the step receives the core. */
export function byAge(step: Step): Step;
export function byAge<S extends Service>(step: Step<S>): Step<S>;
export function byAge(step: Step<Service>): Step<Service> {
  return Object.assign((...args: Parameters<Step<Service>>) => step(...args), { byAge: true as const });
}

/** Queries with one column `path`. Files in `folder` that no row references are removed. */
export type StoredFiles = {
  folder: string;
  named: RawBuilder<{ path: string }>;
  /** Paths of files that are being written and may not exist yet. */
  begun?: RawBuilder<{ path: string }>;
};

/** Display name of a referenced row. `of` receives the column itself, so that its subquery can use the index of the referenced table. */
export type RowName = { column: string; of: (column: RawBuilder<unknown>) => RawBuilder<string | null> };

/** Maximum number of rows per area in the data of a school. The file lists the areas that were truncated. */
export const MAX_EXPORTED = 50_000;

/**
 * Context for creating the demo. Domains are processed in the order of the list. `people` maps an address to an id, `titleOf` an identifier to a
 * title, and `media` reads a file of `demo/src/media`. All three throw if nothing is found.
 */
export type DemoContext = Pick<Ctx<'storage'>, 'db' | 'secret' | 'now' | 'config' | 'storage'> & {
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
 * Context for removing the demo. Domains are processed from last to first, while the demo people still exist. Content of other users and everything
 * it depends on is kept and reported by `kept`. `schools` and `identifiers` list the whole demo, even if parts of it no longer exist.
 */
export type DemoRemovalContext = Pick<Ctx, 'db'> & {
  people: RemovedPeople;
  /** Time at which the demo was loaded. */
  since: Date;
  schools: readonly string[];
  district_id: string;
  identifiers: readonly string[];
  /** Erases people with everything that references them. */
  erasePeople: (people: RemovedPeople) => Promise<unknown>;
  removed: (what: string, count: number) => void;
  kept: (what: string, why: string) => void;
  /** Removes stored files that no row references any more. */
  removeFiles: (paths: readonly string[]) => void;
};

/** The demo data of a domain. `removeDemo` is `none` if all rows are deleted with their people, schools and media. */
export type Demo = { makeDemo: (at: DemoContext) => Promise<unknown>; removeDemo: ((at: DemoRemovalContext) => Promise<unknown>) | None };

export type Domain<N extends Noun = Noun, T extends Table = Table, S extends Service = Service> = {
  /** Services that the domain's handlers, steps, jobs and routes receive in addition to the core (`http/context.ts`). */
  services: readonly S[];
  /** Handlers of the domain's calls. Access rights are defined in `contract/src/rights/`. */
  calls: { [K in N]: Handlers<(typeof endpoints)[K], NoInfer<S>> };
  /** Tables of the domain, with rules for the columns that reference people, schools and class members. */
  tables: { [K in T]: Columns<K> };
  /** The domain's steps of the hourly routine. */
  sweep: Record<string, Step<NoInfer<S>>>;
  /** Stored files that the domain's rows reference. */
  storedFiles: StoredFiles | None;
  /** Workers of the domain's jobs, by kind of job. */
  jobs: ((portal: Portal<NoInfer<S>>) => Record<string, Worker | JobKind>) | None;
  /** Display names that are added to the exported rows of a person. They apply to every table with the column. */
  names: Record<string, RowName>;
  /** Areas of the data of a school, by their name in the export. A function returns `undefined` if the requester has no access to the area. */
  schoolData: Record<string, (db: Db, asked: SchoolDataRequester) => Promise<readonly unknown[]> | undefined>;
  /** Called before the columns with the rule `moves` are updated. Resolves conflicts and updates counts and indexes. */
  mergeSchools: ((ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string) => Promise<unknown>) | None;
  /** Erases what foreign keys do not cover, such as texts about people and rows that identify people in another way. */
  erasePeople: ((db: Db, removedPeople: RemovedPeople) => Promise<unknown>) | None;
  /** Returns the obligations that prevent the deletion of accounts, such as loans and fees (docs/behaviour/accounts.md#obligations). */
  obligations: ((at: Pick<Ctx, 'db' | 'now'>, people: readonly string[]) => Promise<PersonObligation[]>) | None;
  /** The domain's part of the demo, imported on demand. */
  demo: (() => Promise<Demo>) | None;
};

/**
 * Returns the definition unchanged and preserves its types, so that `all-domains/list.ts` finds nouns and tables without a domain. A handler, step or
 * job that needs a service missing from `services` is a compiler error.
 */
export const defineDomain = <N extends Noun, T extends Table, S extends Service>(domain: Domain<N, T, S>): Domain<N, T, S> => domain;

/** Type of any domain, for code that iterates over all domains. */
export type AnyDomain = Omit<Domain, 'calls' | 'tables'> & {
  calls: Partial<Record<Noun, unknown>>;
  tables: Partial<Record<Table, Record<string, PersonColumn | SchoolColumn | MemberColumn>>>;
};
