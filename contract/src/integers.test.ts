/** Checks that every integer in a request fits into its database column. The maximum of PostgreSQL's `integer` is 2,147,483,647. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

const MAX = 2 ** 31 - 1;

/** File sizes are stored as `bigint`. */
const LARGE = /(^|\.)bytes$/;

type Node = { type?: string | string[]; maximum?: number; minimum?: number; [key: string]: unknown };

/** Version on which a change is based. The resulting version is one higher. */
const VERSION = /\.(body|query)\.version$/;

/** Returns the paths of integers that are not limited to the range of a column. */
function unbounded(node: unknown, path: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => unbounded(each, path));
  if (typeof node !== 'object' || node === null) return [];
  const { type, maximum, minimum, properties, ...rest } = node as Node;
  const most = VERSION.test(path) ? MAX - 1 : MAX;
  const loose =
    [type].flat().includes('integer') && !LARGE.test(path) && !((maximum ?? Infinity) <= most && (minimum ?? -Infinity) >= -MAX - 1);
  const inner = Object.entries((properties ?? {}) as object).flatMap(([name, each]) => unbounded(each, `${path}.${name}`));
  return [...(loose ? [path] : []), ...inner, ...Object.values(rest).flatMap((each) => unbounded(each, path))];
}

test('limits every integer of a request to the range of its column', () => {
  const loose = Object.entries(endpoints).flatMap(([domain, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, call]) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        call[part] ? unbounded(z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' }), `${domain}.${name}.${part}`) : [],
      ),
    ),
  );
  expect(loose).toEqual([]);
});
