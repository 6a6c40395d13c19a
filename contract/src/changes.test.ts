/** Partial updates must not change absent fields (docs/behaviour/common.md#requests): a default would overwrite them. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Answers that belong to a required step: without one the answer of the step is empty. */
const STEPS = ['library.decideWish.answer', 'reviews.settle.answer'];

type Node = { properties?: Record<string, { default?: unknown }>; anyOf?: Node[]; oneOf?: Node[] };

const defaults = ({ properties = {}, anyOf = [], oneOf = [] }: Node): string[] => [
  ...Object.entries(properties).flatMap(([name, field]) => ('default' in field ? [name] : [])),
  ...[...anyOf, ...oneOf].flatMap(defaults),
];

test('declares no default in the body of any PATCH', () => {
  const found = Object.entries(endpoints).flatMap(([domain, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { method, body }]) =>
      method === 'PATCH' && body
        ? defaults(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Node).map((field) => `${domain}.${name}.${field}`)
        : [],
    ),
  );
  expect(found.sort()).toEqual(STEPS);
});
