/**
 * Calls every endpoint as every kind of visitor and checks whether the call is admitted, requires signing in, is forbidden, or returns 404
 * (contract/src/rights/rights.ts).
 */
import { fillPath, type Endpoint } from '@fundus/contract/endpoint';
import { endpoints } from '@fundus/contract/endpoints';
import { TEST_USERS, type Kind, type Mark, type Right } from '@fundus/contract/rights/marks';
import { RIGHTS } from '@fundus/contract/rights/rights';
import { CLASS_INVITATION_RIGHTS } from '@fundus/contract/rights/classes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldLabel, auditValueText } from '@fundus/contract/audit/words';
import { de, en } from '@fundus/contract/messages';
import { changesOf } from './domains/audit/service.ts';
import { csrfToken } from './http/sessions/csrf.ts';
import { germanNames } from './testing/german-names.ts';
import { type TestPortal } from './testing/index.ts';
import { openSamplePortal, samplesOf, type Samples } from './testing/samples/call-samples.ts';
import type { Sample, SampleWorld } from './testing/samples/sample-world.ts';
import { openSavepoints, type Savepoints } from './testing/savepoints.ts';

let portal: TestPortal;
let samples: Samples;
let savepoints: Savepoints;
/** All calls use the same sample data. Their changes are rolled back. */
let world: SampleWorld;
beforeAll(async () => {
  portal = await openSamplePortal();
  samples = samplesOf(portal);
  savepoints = await openSavepoints(portal);
  world = await samples.world();
});
afterAll(async () => {
  await savepoints.close();
  await portal.close();
});

type Made = Samples['SAMPLES'][string] | undefined;

const MARKS: Record<number, Mark> = { 401: 'signIn', 403: 'refused', 404: 'unknown' };

type Actor = Awaited<ReturnType<Samples['actorOf']>>;
const actors = new Map<Kind, Actor>();

/** Audit log entries without duplicates, collected before each rollback. */
const auditFieldsOf = new Map<string, { what: string; before: unknown; after: unknown }>();

/** German names in replies that an English client cannot translate, by call. */
const germanNamesOf = new Set<string>();

async function collectAudit(): Promise<void> {
  const rows = await portal.portal.db.selectFrom('audit_log').select(['what', 'before', 'after']).execute();
  for (const row of rows) auditFieldsOf.set(JSON.stringify(row), row);
}

/** Returns whether the call returns a table in a language. */
const isTable = ({ query }: Endpoint): boolean => query instanceof z.ZodObject && 'format' in query.shape && 'lang' in query.shape;

/** Returns the result of a call for one kind of visitor and rolls back its changes. */
async function markOf(endpoint: Endpoint, name: string, kind: Kind, sample: Sample): Promise<Mark> {
  const actor = actors.get(kind);
  const writes = endpoint.method !== 'GET';
  return savepoints.undone(async () => {
    const response = await portal.app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, sample.params),
      query: { ...(isTable(endpoint) && { lang: 'en' }), ...sample.query } as Record<string, string>,
      ...(actor && { cookies: actor.cookies }),
      headers: { ...actor?.headers, ...(writes && { 'x-csrf-token': csrfToken(portal.portal.secret, actor?.sid, new Date()) }) },
      ...(writes && { payload: sample.body ?? {} }),
    });
    expect(response.statusCode, `${name} as ${kind}: ${response.body.slice(0, 200)}`).toBeLessThan(500);
    if (writes && response.statusCode < 400) await collectAudit();
    if (response.statusCode < 300) for (const found of germanNames(response.body)) germanNamesOf.add(`${name} ${found}`);
    return MARKS[response.statusCode] ?? 'in';
  });
}

/** Returns the result of a call for each kind of visitor. */
async function rightOf(endpoint: Endpoint, name: string, made: Made = samples.SAMPLES[name]): Promise<Partial<Right>> {
  for (const kind of TEST_USERS) if (!actors.has(kind)) actors.set(kind, await samples.actorOf(world, kind));
  return savepoints.undone(async () => {
    const sample = typeof made === 'function' ? await made(world) : (made ?? {});
    const right: Partial<Record<Kind, Mark>> = {};
    for (const kind of TEST_USERS) right[kind] = await markOf(endpoint, name, kind, sample);
    return right;
  });
}

describe.each(Object.entries(endpoints) as [string, Record<string, Endpoint>][])('%s', (domain, calls) => {
  test.each(Object.entries(calls))(`admits the documented visitors to ${domain}.%s`, async (name, endpoint) => {
    const said = (RIGHTS as unknown as Record<string, Record<string, Right>>)[domain]?.[name];
    expect(await rightOf(endpoint, `${domain}.${name}`)).toEqual(said);
  });
});

/** Creates an invitation to a class of the school. */
const toClass = async (w: SampleWorld, about: Record<string, unknown> = {}): Promise<{ params: { id: string } }> => ({
  params: { id: await w.invitation({ target: 'class', class_id: (await samples.classOf(w)).id, ...about }) },
});
const aClass = async (w: SampleWorld) => ({ target: 'class', class_id: (await samples.classOf(w)).id });

const CLASS_SAMPLES: Record<keyof typeof CLASS_INVITATION_RIGHTS, (w: SampleWorld) => Promise<Sample>> = {
  accept: toClass,
  applications: async (w) => ({ query: { class_id: (await samples.classOf(w)).id } }),
  bulk: async (w) => ({ body: { role: 'student', lines: 'neu@x.example', ...(await aClass(w)) } }),
  create: async (w) => ({ body: { kind: 'link', role: 'student', ...(await aClass(w)) } }),
  decide: async (w) => {
    const [{ params }, personId] = [await toClass(w), await w.person()];
    await portal.portal.db
      .insertInto('invitation_use')
      .values({ invitation_id: params.id, person_id: personId, state: 'waiting', at: new Date() })
      .execute();
    return { params: { ...params, personId }, body: { decision: 'confirmed' } };
  },
  undoDecision: async (w) => {
    const [{ params }, personId] = [await toClass(w), await w.person()];
    await portal.portal.db
      .insertInto('invitation_use')
      .values({ invitation_id: params.id, person_id: personId, state: 'rejected', at: new Date() })
      .execute();
    return { params: { ...params, personId } };
  },
  decline: (w) => toClass(w, { kind: 'personal', email: 'jemand@x.example' }),
  exportList: async (w) => ({ query: { class_id: (await samples.classOf(w)).id } }),
  list: async (w) => ({ query: { class_id: (await samples.classOf(w)).id } }),
  resend: toClass,
  revoke: toClass,
  show: toClass,
};

test.each(Object.entries(CLASS_INVITATION_RIGHTS))(
  'admits the documented visitors to invitations.%s for a class invitation',
  async (name, said) => {
    const call = name as keyof typeof CLASS_SAMPLES;
    expect(await rightOf(endpoints.invitations[call], `invitations.${name} of a class`, CLASS_SAMPLES[call])).toEqual(said);
  },
);

test('provides a sample for every call with an object in its path', () => {
  const all = Object.entries(endpoints).flatMap(([domain, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => ({ name: `${domain}.${name}`, call })),
  );
  expect(all.filter(({ name, call }) => call.path.includes('{') && !samples.SAMPLES[name]).map(({ name }) => name)).toEqual([]);
  expect(Object.keys(samples.SAMPLES).filter((name) => !all.some((each) => each.name === name))).toEqual([]);
});

/** Fields that contain user input. The samples fill them with a word in lower case. */
const FREE_TEXT = new Set(['client_id', 'name', 'reason', 'title']);

test('translates all audit log entries into both languages', async () => {
  const rows = [...auditFieldsOf.values()];
  expect(rows.length).toBeGreaterThan(100);
  const without = [de, en].flatMap((texts: Readonly<Record<string, string>>) => {
    const t = (key: string): string => texts[key] ?? key;
    return rows.flatMap(({ what, before, after }) => [
      ...(texts[`audit.what.${what}`] === undefined ? [what] : []),
      ...changesOf(before, after)
        .filter(({ field }) => field !== '' && fieldLabel(t, field) === field)
        .map(({ field }) => `${what}: ${field}`),
    ]);
  });
  const t = (key: string): string => (de as Readonly<Record<string, string>>)[key] ?? key;
  const codes = rows.flatMap(({ what, before, after }) =>
    changesOf(before, after)
      .filter(({ field }) => !FREE_TEXT.has(field))
      .flatMap(({ field, before: from, after: to }) =>
        [from, to].flatMap((value) => value?.split(', ') ?? []).map((value) => ({ field, value })),
      )
      .filter(({ field, value }) => /^[a-z]+(_[a-z]+)*$/.test(value) && auditValueText(t, String, field, value) === value)
      .map(({ field, value }) => `${what}: ${field} = ${value}`),
  );
  expect([...new Set([...without, ...codes])].sort()).toEqual([]);
});

test('returns no German name of a subject, type or grade level without its code', () => {
  expect([...germanNamesOf].sort()).toEqual([]);
});
