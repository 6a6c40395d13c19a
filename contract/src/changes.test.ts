/** Checks that a PATCH request does not change omitted fields, which a default would overwrite (docs/behaviour/common.md#requests). */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Optional answers that belong to a required decision. A decision without an answer intentionally clears it. */
const STEPS = ['library.decideWish.answer', 'reviews.settle.answer'];

type Node = { properties?: Record<string, { default?: unknown }>; anyOf?: Node[]; oneOf?: Node[] };

const defaults = ({ properties = {}, anyOf = [], oneOf = [] }: Node): string[] => [
  ...Object.entries(properties).flatMap(([name, field]) => ('default' in field ? [name] : [])),
  ...[...anyOf, ...oneOf].flatMap(defaults),
];

test('declares no defaults in the bodies of PATCH requests', () => {
  const found = Object.entries(endpoints).flatMap(([domain, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { method, body }]) =>
      method === 'PATCH' && body
        ? defaults(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Node).map((field) => `${domain}.${name}.${field}`)
        : [],
    ),
  );
  expect(found.sort()).toEqual(STEPS);
});
