/**
 * What a domain is to the portal: one object, of which every aspect is said, if only that there is nothing. `all-domains/` goes through these objects
 * (docs/decisions/0032-one-object-per-domain.md).
 */
import type { endpoints } from '@fundus/contract/endpoints';
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import type { RawBuilder } from 'kysely';
import type { Links } from './db/links.ts';
import type { Gone } from './db/names-people.ts';
import type { Db } from './db/open.ts';
import type { Tables } from './db/tables.ts';
import type { Ctx, PersonObligation, Portal, SchoolAsked } from './http/context.ts';
import type { Handlers } from './http/implement.ts';
import type { JobKind, Worker } from './jobs/runner.ts';

/** A noun of the contract, by which its calls stand together. */
export type Noun = keyof typeof endpoints;
export type Table = keyof Tables;

/** There is nothing of this in the domain, and that was thought about. */
export const none = null;
type None = typeof none;

type Leads<To extends keyof Links, T extends Table> = T extends keyof Links[To] ? Links[To][T] : object;

/**
 * A column that leads to a person. `erased`: what the database does when they are erased; `code` means that an `erasePeople` has seen to it before.
 * `exported` to the person themselves: the whole row but for the columns of `without` (keys to the account, words about others), or only the moment
 * at which they did something to a row that may be about others.
 */
export type PersonColumn<Ends = 'row' | 'column' | 'code', Column = string> = {
  erased: Ends;
  exported: 'row' | 'moment';
  without?: readonly Column[];
  /** Nobody but the person sees it: what they read, search, mark and write for themselves. */
  private?: true;
};

/** The person's own: it goes with them, and they may take it along. */
export const own = { erased: 'row', exported: 'row' } as const;
/** … and nobody else's business. */
export const ownPrivate = { ...own, private: true } as const;
/** Of the person, and of others too: it stays without their name. */
export const named = { erased: 'column', exported: 'row' } as const;
/** Who did something to a row that may be about others. */
export const doer = { erased: 'column', exported: 'moment' } as const;

/** A column that leads to a school. When that becomes part of another it `moves` by itself, `mergeSchools` of the domain sees to it, or it `stays`. */
export type SchoolColumn = 'moves' | 'mergeSchools' | 'stays';

/** A column that leads to who is in a class: its rows go with the membership, and whoever it is of takes them along, but for the columns of `without`. */
export type MemberColumn<Column = string> = { ofMember: true; without?: readonly Column[] };
export const ofMember = { ofMember: true } as const;

/** Every column of a table that leads to people, schools or members of classes. */
type Columns<T extends Table> = {
  [C in keyof Leads<'person', T>]: PersonColumn<Leads<'person', T>[C], keyof Tables[T]>;
} & { [C in keyof Leads<'school', T>]: SchoolColumn } & {
  [C in keyof Leads<'class_member', T>]: MemberColumn<keyof Tables[T]>;
};

/**
 * Done every hour, as often as one likes; `remind` while mails may leave; `byHand`: an administrator started it. A step with `byAge` rests while the clock
 * is doubted.
 */
export type Step = ((portal: Portal, how: { now: Date; remind: boolean; byHand?: boolean }) => Promise<unknown>) & { byAge?: true };

/** Marks a step that deletes or ends things by their age. */
export const byAge = (step: Step): Step => Object.assign((...args: Parameters<Step>) => step(...args), { byAge: true as const });

/** Queries of one column `path`. What is in the folder is the domain's: a file there that no row names is removed. */
export type StoredFiles = {
  folder: string;
  named: RawBuilder<{ path: string }>;
  /** … what may be there already, or is not yet. */
  begun?: RawBuilder<{ path: string }>;
};

/** The name of what a column refers to. `of` takes the column itself, so that its subquery uses the index of the other table. */
export type RowName = { column: string; of: (column: RawBuilder<unknown>) => RawBuilder<string | null> };

/** Maximum number of rows of one kind in the data of a school; the file says which kinds were cut. */
export const MAX_EXPORTED = 50_000;

/**
 * Where the demo is made, in the order of the list. `people` says whose id an address is, `titleOf` what a medium is called, `media` gives a file of
 * `demo/src/media`; they throw where there is none.
 */
export type DemoAt = Pick<Ctx, 'db' | 'secret' | 'now' | 'config' | 'storage'> & {
  school_id: string;
  district_id: string;
  records: readonly MediaRecord[];
  titleOf: (identifier: string) => string;
  people: () => Promise<(email: string) => string>;
  media: (path: string) => Buffer;
  /** Of the password all accounts of the demo have. */
  passwordHash: string;
};

/**
 * Where the demo is taken out again, from the last domain to the first, with its people still there. What others made stays, and with it what it hangs
 * on: that is said by `kept`. `schools` and `identifiers` are those of the demo, whether or not they are there.
 */
export type DemoGoing = Pick<Ctx, 'db'> & {
  people: Gone;
  /** When it was loaded. */
  since: Date;
  schools: readonly string[];
  district_id: string;
  identifiers: readonly string[];
  /** Takes people out with everything of theirs. */
  erasePeople: (people: Gone) => Promise<unknown>;
  removed: (what: string, count: number) => void;
  kept: (what: string, why: string) => void;
  /** Of the storage, where nothing names them any more. */
  removeFiles: (paths: readonly string[]) => void;
};

/** `removeDemo` is none where all of it goes with people, schools and media. */
export type Demo = { makeDemo: (at: DemoAt) => Promise<unknown>; removeDemo: ((at: DemoGoing) => Promise<unknown>) | None };

export type Domain<N extends Noun = Noun, T extends Table = Table> = {
  /** Its calls; who may ask what of them is `contract/src/rights/`. */
  calls: { [K in N]: Handlers<(typeof endpoints)[K]> };
  /** Its tables, each with what becomes of people and schools. */
  tables: { [K in T]: Columns<K> };
  /** Steps of the hourly round. */
  sweep: Record<string, Step>;
  /** What its rows say is in the storage. */
  storedFiles: StoredFiles | None;
  /** Who works off its jobs, by their kind. */
  jobs: ((portal: Portal) => Record<string, Worker | JobKind>) | None;
  /** Names added to the exported rows of a person, each in every table that has its column. */
  names: Record<string, RowName>;
  /** Parts of the data of a school, by the name they have there. Undefined: not for who asks. */
  schoolData: Record<string, (db: Db, asked: SchoolAsked) => Promise<readonly unknown[]> | undefined>;
  /** Before the columns that move by themselves do: what would be there twice, and what counts or indexes them. */
  mergeSchools: ((ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string) => Promise<unknown>) | None;
  /** What no foreign key does: words about somebody, rows that name them otherwise. */
  erasePeople: ((db: Db, gone: Gone) => Promise<unknown>) | None;
  /** What of the domain keeps the accounts of people until it is settled (docs/behaviour/accounts.md#obligations). */
  obligations: ((at: Pick<Ctx, 'db' | 'now'>, people: readonly string[]) => Promise<PersonObligation[]>) | None;
  /** What the demo school has of it; loaded when a demo is, so behind an `import()`. */
  demo: (() => Promise<Demo>) | None;
};

/** Keeps which nouns and tables are whose, so that `all-domains/list.ts` finds what is nobody's. */
export const defineDomain = <N extends Noun, T extends Table>(domain: Domain<N, T>): Domain<N, T> => domain;

/** Whichever domain. */
export type AnyDomain = Omit<Domain, 'calls' | 'tables'> & {
  calls: Partial<Record<Noun, unknown>>;
  tables: Partial<Record<Table, Record<string, PersonColumn | SchoolColumn | MemberColumn>>>;
};
