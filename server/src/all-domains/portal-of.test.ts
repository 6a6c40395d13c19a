/** Tests that a domain receives only the core and the services in its definition. The types are tested in `domain.test.ts`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@fundus/contract/endpoint';
import { endpoints } from '@fundus/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../http/context.ts';
import { districtAdmin, teacher } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';
import { makeWorkers } from './all-domains.ts';
import { DOMAINS, type DomainName } from './list.ts';
import { selectDomainServices } from './portal-of.ts';

const CORE = ['caches', 'config', 'db', 'log', 'now', 'publicUrl', 'secret', 'wakeIndex', 'wakeJobs'];
const REQUEST = [
  ...['address', 'afterCommit', 'becomeKiosk', 'changeLinkSession', 'changeSession', 'header', 'kioskHash', 'knownDevice'],
  ...['linkHash', 'range', 'rememberDevice', 'user'],
];
const names = Object.keys(DOMAINS) as DomainName[];
const sorted = (...lists: readonly (readonly string[])[]): string[] => lists.flat().sort();

/** Names of the properties in the handler context of each domain, collected while handlers run. */
const received = new Map<string, string[]>();
type Handler = (ctx: Ctx, input: object) => unknown;

const restore: (() => void)[] = [];

beforeAll(() => {
  for (const name of names)
    for (const handlers of Object.values(DOMAINS[name].calls) as Record<string, unknown>[])
      for (const [call, handler] of Object.entries(handlers))
        if (typeof handler === 'function') {
          restore.push(() => (handlers[call] = handler));
          handlers[call] = (ctx: Ctx, input: object) => {
            received.set(name, Object.keys(ctx).sort());
            return (handler as Handler)(ctx, input);
          };
        }
});
// Restores the handlers, because other test files of the same worker import these modules.
afterAll(() => {
  for (const back of restore) back();
});
const portal = usePortal({ GeraeteVerleih: true });

/** Returns the paths of all GET calls of a domain that need no path parameters. */
const pathsOf = (name: DomainName): string[] =>
  Object.keys(DOMAINS[name].calls)
    .flatMap((noun) => Object.values(endpoints[noun as keyof typeof endpoints]) as Endpoint[])
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .map(({ path }) => path);

test('passes handlers only the core and the services of their domain', async () => {
  const readers = [portal.guest(), await portal.as(teacher()), await portal.as(districtAdmin())];
  // One call for each domain is enough: all its handlers receive the same services.
  for (const name of names)
    for (const url of pathsOf(name)) for (const reader of readers) if (!received.has(name)) await reader.inject({ method: 'GET', url });
  const expected = [...received.keys()].map((name) => [name, sorted(CORE, REQUEST, DOMAINS[name as DomainName].services)]);
  expect(Object.fromEntries(received)).toEqual(Object.fromEntries(expected));
  expect([...received.keys()]).toEqual(expect.arrayContaining(['accounts', 'audit', 'catalogue', 'lending', 'marketplace', 'setup']));
});

test.each(names)('passes jobs, steps and routes of %s only the core and its services', (name) => {
  expect(Object.keys(selectDomainServices(portal.portal, name)).sort()).toEqual(sorted(CORE, DOMAINS[name].services));
});

test('passes job workers the services of their domain', () => {
  const { jobs } = DOMAINS.marketplace;
  let given: object = {};
  DOMAINS.marketplace.jobs = (own) => ((given = own), {});
  makeWorkers(portal.portal);
  DOMAINS.marketplace.jobs = jobs;
  expect(Object.keys(given).sort()).toEqual(sorted(CORE, DOMAINS.marketplace.services));
});

test('rejects changes made by a domain', () => {
  const own = selectDomainServices(portal.portal, 'marketplace');
  const time = new Date('2030-01-01');
  portal.setNow(time);
  expect(own.now()).toEqual(time);
  portal.setNow(null);
  expect(() => Object.assign(own, { secret: '' })).toThrow(TypeError);
});

describe('services of a domain', () => {
  const folders = join(import.meta.dirname, '..', 'domains');
  const folderOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  test.each(names)('are all used in the domain %s', (name) => {
    const texts = globSync('**/*.ts', { cwd: join(folders, folderOf(name)) })
      .filter((file) => file !== 'domain.ts' && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folders, folderOf(name), file), 'utf8'));
    const isUsed = (service: string): boolean => {
      const asked = new RegExp(`\\b(?:Ctx|UserCtx|Portal|Handlers|Services)[<[,][^;{]*'${service}'`);
      return texts.some((text) => asked.test(text));
    };
    expect(DOMAINS[name].services.filter((service) => !isUsed(service))).toEqual([]);
  });
});
