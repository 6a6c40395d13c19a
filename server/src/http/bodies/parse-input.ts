/** What was sent with a call, as its schemas read it. */
import type { Endpoint } from '@fundus/contract/endpoint';
import { invalidFields, type FieldProblem } from '@fundus/contract/errors';
import { findUnknownParameters } from '@fundus/contract/paging';
import { messageKeyOf, problemsIn } from '@fundus/contract/problems';

type Sent = { params: unknown; query: unknown; body?: unknown };

/** Everything that is wrong is told at once; the first problem names the field. Throws `validation_failed`. */
export function parseInput(endpoint: Endpoint, { params, query, body }: Sent): object {
  const parts = { params, query, body: body ?? {} };
  const input: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(withoutControls(parts[part]), { reportInput: true });
    if (parsed.success) input[part] = parsed.data;
    else problems.push(...problemsIn(parsed.error.issues));
  }
  for (const field of findUnknownParameters(endpoint.query, parts.query as object))
    problems.push({ field, rule: 'unknown', message_key: messageKeyOf('unknown') });
  if (problems.length > 0) throw invalidFields(problems);
  return input;
}

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;

/** What was sent without control characters but tabs and ends of lines (docs/behaviour/common.md#texts): no database takes all of them. */
function withoutControls(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(CONTROLS, '');
  if (Array.isArray(value)) return value.map(withoutControls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutControls(inner)]));
}
