/**
 * Calls every endpoint with hostile values. Each field of path, query and body in turn is of a wrong type, huge, empty, or the id of another user. No
 * reply may be a 500, and each must match the contract. If the schema rejects several values of a field, only the first is sent, and the others are
 * validated directly. Finally, every write is sent without a CSRF token and with the token of another session.
 */
import { fillPath, type Endpoint } from '@fundus/contract/endpoint';
import { endpoints } from '@fundus/contract/endpoints';
import { AppError, ErrorBody } from '@fundus/contract/errors';
import { TEXTS as MESSAGES } from '@fundus/contract/messages';
import { TEST_USERS, type Kind, type Right } from '@fundus/contract/rights/marks';
import { RIGHTS } from '@fundus/contract/rights/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from './db/new-id.ts';
import { csrfToken } from './http/sessions/csrf.ts';
import { parseInput } from './http/bodies/parse-input.ts';
import { openSamplePortal, samplesOf, type Samples } from './testing/samples/call-samples.ts';
import type { Sample, SampleWorld } from './testing/samples/sample-world.ts';
import { openSavepoints, type Savepoints } from './testing/savepoints.ts';
import type { TestPortal } from './testing/index.ts';

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

const LONG = 'ä'.repeat(70_000);
/** Hostile values for bodies. Paths and queries accept only strings. */
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  2 ** 31 - 2,
  2 ** 31 - 1,
  2 ** 31,
  1e300,
  '',
  ' \u0000\u202e',
  LONG,
  [],
  [[]],
  {},
  { $ne: 1 },
];
const TEXTS = ['', '%00', '-1', '2147483647', '2147483648', '../../etc', "' or 1=1 --", 'null', 'ä'.repeat(3_000)];

type Part = 'params' | 'query' | 'body';
type Json = { properties?: Record<string, unknown>; anyOf?: Json[]; oneOf?: Json[]; allOf?: Json[] };

/** Returns the names of all fields in a schema, including every variant of a union. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const gather = ({ properties = {}, ...shapes }: Json): string[] => [
    ...Object.keys(properties),
    ...[shapes.anyOf, shapes.oneOf, shapes.allOf].flatMap((each) => (each ?? []).flatMap(gather)),
  ];
  return [...new Set(gather(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json))];
}

type Hostile = { field: string; what: string; asked: Sample };

/** Yields copies of the sample in which a single field is hostile. */
function* hostile(endpoint: Endpoint, sample: Sample): Generator<Hostile> {
  for (const part of ['params', 'query', 'body'] as const satisfies Part[])
    for (const field of fieldsOf(endpoint[part]))
      for (const value of [newId(), ...(part === 'body' ? VALUES : part === 'query' ? TEXTS : TEXTS.filter(Boolean))])
        yield {
          field: `${part}.${field}`,
          what: `${part}.${field} = ${JSON.stringify(value)?.slice(0, 40)}`,
          asked: { ...sample, [part]: { ...sample[part], [field]: value } },
        };
  if (endpoint.body)
    for (const body of [[], 'x', null, 7])
      yield { field: 'body', what: `body = ${JSON.stringify(body)}`, asked: { ...sample, body: body as never } };
}

type Actor = Awaited<ReturnType<Samples['actorOf']>>;

const actors = new Map<Kind, Actor>();

async function actorOf(kind: Kind): Promise<Actor> {
  if (!actors.has(kind)) actors.set(kind, await samples.actorOf(world, kind));
  return actors.get(kind);
}

function ask(
  endpoint: Endpoint,
  { params, query, body }: Sample,
  actor: Actor,
  token = csrfToken(portal.portal.secret, actor?.sid, new Date()),
) {
  const writes = endpoint.method !== 'GET';
  return portal.app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    query: (query ?? {}) as Record<string, string>,
    ...(actor && { cookies: actor.cookies }),
    headers: { ...actor?.headers, ...(writes && { 'x-csrf-token': token, 'content-type': 'application/json' }) },
    ...(writes && { payload: JSON.stringify(body ?? {}) }),
  });
}

/** Returns the most privileged kind of user that the endpoint admits, or a guest if it admits all visitors. */
function insider(domain: string, name: string): Kind {
  const right = (RIGHTS as unknown as Record<string, Record<string, Right>>)[domain]![name]!;
  const most: Kind[] = ['districtAdmin', 'schoolAdmin', 'teacher', ...TEST_USERS];
  return most.find((kind) => right[kind] === 'in') ?? 'guest';
}

/** Returns the problems whose message is missing in a language or comes from the schema library. */
const unsaid = ({ details }: Pick<ErrorBody['error'], 'details'>): unknown[] =>
  ((details?.problems ?? []) as Record<string, unknown>[]).filter(
    ({ message_key, message }) =>
      message !== undefined ||
      [MESSAGES['.'].de, MESSAGES['.'].en].some((texts) => !(`${String(message_key)}` in texts || `${String(message_key)}_other` in texts)),
  );

/** Returns the error of the schema, or `undefined` if the input is valid. Path parameters are validated by the server. */
function refusalOf(endpoint: Endpoint, { params, query, body }: Sample): AppError | undefined {
  const texts = Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
  try {
    parseInput(endpoint, { params, query: texts, body: body === undefined ? {} : JSON.parse(JSON.stringify(body)) });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function requireFit(endpoint: Endpoint, { statusCode, headers, body }: Awaited<ReturnType<typeof ask>>, what: string): void {
  expect(statusCode, `${what}: ${body.slice(0, 300)}`).toBeLessThan(500);
  if (statusCode >= 300 && statusCode < 400) return;
  if (statusCode >= 400) {
    expect(headers['content-type'], what).toMatch(/^application\/json/);
    const { error } = ErrorBody.parse(JSON.parse(body));
    if (statusCode === 400) expect(unsaid(error), what).toEqual([]);
  } else if (endpoint.reply !== 'stream') expect(endpoint.reply.safeParse(JSON.parse(body)).error, what).toBeUndefined();
}

describe.each(Object.entries(endpoints) as [string, Record<string, Endpoint>][])('%s', (domain, calls) => {
  test.each(Object.entries(calls))(`returns only documented errors for hostile input in ${domain}.%s`, async (name, endpoint) => {
    const made = samples.SAMPLES[`${domain}.${name}`];
    const actor = await actorOf(insider(domain, name));
    await savepoints.undone(async () => {
      const sample = typeof made === 'function' ? await made(world) : (made ?? {});
      if (endpoint.method !== 'GET' && endpoint.path.startsWith('/api/'))
        for (const token of [
          '',
          csrfToken(portal.portal.secret, 'x'.repeat(43), new Date()),
          csrfToken(portal.portal.secret, actor?.sid ? undefined : 'x', new Date()),
        ]) {
          const refused = await ask(endpoint, sample, actor, token);
          expect([refused.statusCode, refused.json<ErrorBody>().error.code]).toEqual([403, 'csrf_invalid']);
        }
      const refused = new Set<string>();
      for (const { field, what, asked } of hostile(endpoint, sample)) {
        const refusal = field.startsWith('params.') ? undefined : refusalOf(endpoint, asked);
        if (!refusal || !refused.has(field)) requireFit(endpoint, await ask(endpoint, asked, actor), `${domain}.${name} ${what}`);
        else expect(unsaid(refusal), what).toEqual([]);
        if (refusal) refused.add(field);
      }
    });
  });
});
