/** Generates the OpenAPI 3.1 document from the contract. */
import { ONCE_HEADER, acceptsIdempotencyKey, type Endpoint } from '@fundus/contract/endpoint';
import { ErrorBody } from '@fundus/contract/errors';
import { PORTAL_TYPES, traitsOf, type Trait } from '@fundus/contract/portal-types';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { etagOf, sendJsonWithEtag } from '../bodies/etag.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

type Domains = Record<string, Record<string, Endpoint>>;

/** Serves the document with an ETag. It is serialised once, and compressed once per encoding. */
export function serveOpenApi(app: FastifyInstance, domains: Domains): void {
  let made: { text: string; etag: string } | undefined;
  const make = () => {
    const text = JSON.stringify(openapi(domains));
    return { text, etag: etagOf(text) };
  };
  app.get('/api/v1/openapi.json', (request, reply) => sendJsonWithEtag(request, reply, (made ??= make())));
}

/** Returns the OpenAPI document of all domains. */
function openapi(domains: Domains): Json {
  const paths: Record<string, Json> = {};
  for (const [tag, endpoints] of Object.entries(domains))
    for (const [name, endpoint] of Object.entries(endpoints))
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(tag, name, endpoint) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fundus',
      version: '1',
      description: 'Calls of the portal. Writes need the header X-CSRF-Token, handed out with every GET.',
    },
    paths,
    components: { schemas: { Error: schemaOf(ErrorBody, 'output') } },
  };
}

/** Returns the portal types that have a trait, or `undefined` for all types if no trait is given. */
const typesWith = (trait: Trait | undefined) => trait && PORTAL_TYPES.filter((Type) => traitsOf({ Type })[trait]);

const ONCE: Json = {
  ...{ name: ONCE_HEADER, in: 'header', required: false },
  description: 'A call repeated with the same key within 24 hours changes nothing and returns the first reply.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
};

function operation(tag: string, name: string, endpoint: Endpoint): Json {
  const stream = endpoint.reply === 'stream';
  return {
    operationId: `${tag}.${name}`,
    summary: endpoint.summary,
    tags: [tag],
    'x-access': {
      access: endpoint.access,
      guests: endpoint.guests ?? 'never',
      types: typesWith(endpoint.trait),
      setting: endpoint.setting,
    },
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(acceptsIdempotencyKey(endpoint) ? [ONCE] : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    responses: {
      200: {
        description: stream ? 'The file' : 'OK',
        content: stream ? { '*/*': {} } : { 'application/json': { schema: schemaOf(endpoint.reply as z.ZodType, 'output') } },
      },
      default: { description: 'Refusal', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  };
}

function parameters(location: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: type,
  }));
}
