/**
 * All domains in order of dependency: a domain comes after the domains whose rows its own rows reference. Demo data and school merges are processed
 * in this order, erasure in reverse. A noun or table without a domain is a compiler error.
 */
import { domain as accounts } from '../domains/accounts/domain.ts';
import { domain as assignments } from '../domains/assignments/domain.ts';
import { domain as audit } from '../domains/audit/domain.ts';
import { domain as catalogue } from '../domains/catalogue/domain.ts';
import { domain as classes } from '../domains/classes/domain.ts';
import { domain as exchange } from '../domains/exchange/domain.ts';
import { domain as duplicates } from '../domains/duplicates/domain.ts';
import { domain as externalSources } from '../domains/external-sources/domain.ts';
import { domain as files } from '../domains/files/domain.ts';
import { domain as firstStart } from '../domains/first-start/domain.ts';
import { domain as imports } from '../domains/imports/domain.ts';
import { domain as invitations } from '../domains/invitations/domain.ts';
import { domain as legal } from '../domains/legal/domain.ts';
import { domain as lending } from '../domains/lending/domain.ts';
import { domain as library } from '../domains/library/domain.ts';
import { domain as licences } from '../domains/licences/domain.ts';
import { domain as linkChecks } from '../domains/link-checks/domain.ts';
import { domain as lti } from '../domains/lti/domain.ts';
import { domain as mails } from '../domains/mails/domain.ts';
import { domain as marketplace } from '../domains/marketplace/domain.ts';
import { domain as medialists } from '../domains/medialists/domain.ts';
import { domain as news } from '../domains/news/domain.ts';
import { domain as ownMaterial } from '../domains/own-material/domain.ts';
import { domain as people } from '../domains/people/domain.ts';
import { domain as reviews } from '../domains/reviews/domain.ts';
import { domain as schools } from '../domains/schools/domain.ts';
import { domain as setup } from '../domains/setup/domain.ts';
import { domain as sharedMedia } from '../domains/shared-media/domain.ts';
import { domain as uses } from '../domains/uses/domain.ts';
import { domain as yearChange } from '../domains/year-change/domain.ts';
import { endpoints } from '@fundus/contract/endpoints';
import type { Endpoint } from '@fundus/contract/endpoint';
import type { Service } from '../http/context.ts';
import type { Handlers } from '../http/implement.ts';
import type { AnyDomain, MemberColumn, Noun, PersonColumn, SchoolColumn, Table } from '../domain.ts';

/** Tables that belong to no domain: jobs, rate-limit counters, and the identity of the installation. */
type InternalTable = 'job' | 'attempt_limit' | 'installation';

type NamedBy<D, Aspect extends 'calls' | 'tables'> = { [K in keyof D]: D[K] extends Record<Aspect, infer A> ? keyof A : never }[keyof D];
/** Must be an empty type, so that TypeScript reports the nouns and tables without a domain. */
type Unnamed<D> = Record<Exclude<Noun, NamedBy<D, 'calls'>> | Exclude<Table, NamedBy<D, 'tables'> | InternalTable>, never>;

const inOrder = <D extends Record<string, AnyDomain>>(
  domains: D,
  _unnamed: Unnamed<D>,
): { [K in keyof D & string]: AnyDomain & Pick<D[K], 'services'> } => domains;

export const DOMAINS = inOrder(
  {
    schools,
    accounts,
    people,
    setup,
    legal,
    firstStart,
    catalogue,
    exchange,
    ownMaterial,
    files,
    classes,
    mails,
    licences,
    uses,
    library,
    marketplace,
    reviews,
    sharedMedia,
    lending,
    medialists,
    assignments,
    duplicates,
    linkChecks,
    externalSources,
    imports,
    lti,
    yearChange,
    invitations,
    news,
    audit,
  },
  {},
);

export type DomainName = keyof typeof DOMAINS;

/** All tables of the portal. */
export const TABLES: ReadonlySet<string> = new Set([
  ...Object.values(DOMAINS).flatMap(({ tables }) => Object.keys(tables)),
  ...(['job', 'attempt_limit', 'installation'] satisfies InternalTable[]),
]);

/** Returns the columns of a domain that reference people, schools or class members, with their rules. */
const columnsOf = ({ tables }: AnyDomain) =>
  Object.entries(tables).flatMap(([table, columns]) => Object.entries(columns).map(([column, rule]) => ({ table, column, rule })));

type PersonLink = { table: string; column: string; rule: PersonColumn };
export const personColumnsOf = (domain: AnyDomain): PersonLink[] =>
  columnsOf(domain).flatMap(({ rule, ...link }) => (typeof rule === 'string' || 'ofMember' in rule ? [] : [{ ...link, rule }]));

type MemberLink = { table: string; column: string; rule: MemberColumn };
export const memberColumnsOf = (domain: AnyDomain): MemberLink[] =>
  columnsOf(domain).flatMap(({ rule, ...link }) => (typeof rule !== 'string' && 'ofMember' in rule ? [{ ...link, rule }] : []));

type SchoolLink = { table: string; column: string; rule: SchoolColumn };
export const schoolColumnsOf = (domain: AnyDomain): SchoolLink[] =>
  columnsOf(domain).flatMap(({ rule, ...link }) => (typeof rule === 'string' ? [{ ...link, rule }] : []));

type Calls = {
  endpoints: Record<string, Endpoint>;
  handlers: Handlers<Record<string, Endpoint>, Service>;
  services: readonly Service[];
};
/**
 * Returns every noun of the contract with its handlers and the services of its domain. `defineDomain` has checked that handlers and contract match.
 */
export const listCalls = (): Calls[] =>
  Object.values<AnyDomain>(DOMAINS).flatMap(({ calls, services }) =>
    Object.entries(calls).map(([noun, handlers]) => ({ endpoints: endpoints[noun as Noun], handlers, services }) as Calls),
  );
