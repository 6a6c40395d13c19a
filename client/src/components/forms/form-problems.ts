/** Field → broken rule, from the contract's own check or from the server's refusal. */
const RULES: Record<string, string> = {
  too_big: 'max',
  too_small: 'required',
  invalid_format: 'format',
  invalid_union: 'format',
  invalid_type: 'required',
};

type Issue = { path?: readonly PropertyKey[]; field?: string; code?: string; rule?: string; message?: string };

/** Of several problems of a field the first one counts. */
export function problemsOf(issues: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of Array.isArray(issues) ? (issues as Issue[]) : []) {
    const field = issue.field ?? issue.path?.map(String).join('.') ?? '';
    const rule = issue.rule ?? (issue.code === 'custom' ? issue.message : RULES[issue.code ?? '']) ?? 'format';
    if (field && !(field in found)) found[field] = rule;
  }
  return found;
}
