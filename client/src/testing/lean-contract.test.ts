import { expect, it } from 'vitest';
import { stripSchemas } from '../../lean-contract.ts';

const code = `import { z } from 'zod';
import { endpoint } from './endpoint.ts';
const gate = { access: 'user' } as const;
export const Thing = z.object({ id: z.string() });
export const things = {
  list: endpoint({ method: 'GET', path: '/api/v1/things', summary: 'All', ...gate, query: z.object({ q: z.string() }), reply: z.array(Thing) }),
  file: endpoint({ method: 'GET', path: '/api/v1/file', ...gate, params: z.object({}), reply: 'stream' }),
};
export const pick = (n: number): number => n;
`;

it('removes schemas and server-only options from endpoints', () => {
  const lean = stripSchemas(code);
  expect(lean).toContain("list: endpoint({ method: 'GET', path: '/api/v1/things', ...gate, })");
  expect(lean).toContain("file: endpoint({ method: 'GET', path: '/api/v1/file', ...gate, reply: 'stream' })");
  expect(lean).toContain('export const Thing = /* @__PURE__ */ (() => (z.object({ id: z.string() })))();');
  expect(lean).toContain('export const pick = (n: number): number => n;');
  expect(lean).toContain("const gate = /* @__PURE__ */ (() => ({ access: 'user' } as const))();");
});
