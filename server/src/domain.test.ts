/** Errors the compiler must report: each line below fails `npm run check` if it compiles. */
import type { audit } from '@fundus/contract/audit/audit';
import { expect, test } from 'vitest';
import { byAge, defineDomain, doer, none, own } from './domain.ts';
import type { Portal, Service, Services, UserCtx } from './http/context.ts';
import type { Handlers } from './http/implement.ts';

const nothing = {
  services: [],
  calls: {},
  tables: {},
  sweep: {},
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
} as const;

test('accepts a domain without calls, tables or jobs', () => {
  expect(defineDomain(nothing)).toBe(nothing);
});

export function unwritten(): void {
  const { erasePeople: _, ...unsaid } = nothing;
  // @ts-expect-error: an aspect is missing
  defineDomain(unsaid);
  // @ts-expect-error: the calls of a noun have no handlers
  defineDomain({ ...nothing, calls: { audit: {} } });
  // @ts-expect-error: the column that references a school has no rule
  defineDomain({ ...nothing, tables: { wish: { person_id: own, decided_by: doer } } });
  // @ts-expect-error: the row is deleted with the person, so it cannot stay without the name
  defineDomain({ ...nothing, tables: { bookmark: { person_id: doer } } });
  // @ts-expect-error: the column to omit from the export does not exist
  defineDomain({ ...nothing, tables: { bookmark: { person_id: { ...own, without: ['hash'] } } } });
}

/** Optional services, for which the compiler would accept a context without them. Must be empty. */
type Optional = { [S in Service]: object extends Pick<Services, S> ? S : never }[Service];
export const requiresServices: [Optional] extends [never] ? true : false = true;

declare const plain: Handlers<typeof audit>;
declare const paying: Handlers<typeof audit, 'payment'>;
declare const step: (portal: Portal<'payment'>) => Promise<void>;

export function services(ctx: UserCtx<'payment'>): void {
  void ctx.payment;
  // @ts-expect-error: the context has the named services only
  void ctx.remote;
  defineDomain({ ...nothing, calls: { audit: plain } });
  defineDomain({ ...nothing, services: ['payment'], calls: { audit: plain } });
  defineDomain({ ...nothing, services: ['remote', 'payment'], calls: { audit: paying }, sweep: { step, old: byAge(step) } });
  defineDomain({ ...nothing, services: ['payment'], jobs: ({ payment }) => ({ pay: async () => void payment }) });
  // @ts-expect-error: the service does not exist
  defineDomain({ ...nothing, services: ['payments'] });
  // @ts-expect-error: a handler uses a service that the domain does not list
  defineDomain({ ...nothing, calls: { audit: paying } });
  // @ts-expect-error: a handler uses another service than the listed one
  defineDomain({ ...nothing, services: ['remote'], calls: { audit: paying } });
  // @ts-expect-error: a step uses a service that the domain does not list
  defineDomain({ ...nothing, services: ['remote'], sweep: { step } });
  // @ts-expect-error: a step by age uses a service that the domain does not list
  defineDomain({ ...nothing, services: ['remote'], sweep: { step: byAge(step) } });
  // @ts-expect-error: a job uses a service that the domain does not list
  defineDomain({ ...nothing, services: ['remote'], jobs: ({ payment }) => ({ pay: async () => void payment }) });
}
