/** Parses and validates the parameters, query and body of a request. */
import type { Endpoint } from '@fundus/contract/endpoint';
import { invalidFields, type FieldProblem } from '@fundus/contract/errors';
import { findUnknownParameters } from '@fundus/contract/paging';
import { messageKeyOf, toFieldProblems } from '@fundus/contract/problems';

type Sent = { params: unknown; query: unknown; body?: unknown };

/** Returns the parsed params, query and body. Throws `validation_failed` with all problems and the field of the first one. */
export function parseInput(endpoint: Endpoint, { params, query, body }: Sent): object {
  const parts = { params, query, body: body ?? {} };
  const input: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(withoutControls(parts[part]), { reportInput: true });
    if (parsed.success) input[part] = parsed.data;
    else problems.push(...toFieldProblems(parsed.error.issues));
  }
  for (const field of findUnknownParameters(endpoint.query, parts.query as object))
    problems.push({ field, rule: 'unknown', message_key: messageKeyOf('unknown') });
  if (problems.length > 0) throw invalidFields(problems);
  return input;
}

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;

/** Removes control characters except tabs and line breaks, because PostgreSQL cannot store all of them (docs/behaviour/common.md#texts). */
function withoutControls(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(CONTROLS, '');
  if (Array.isArray(value)) return value.map(withoutControls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutControls(inner)]));
}
