import './zod-without-eval.ts';
import { z } from 'zod';
import { expect, it, vi } from 'vitest';

it('validates without the Function constructor', () => {
  const made = vi.fn();
  vi.stubGlobal('Function', made);
  try {
    expect(z.config().jitless).toBe(true);
    expect(z.object({ a: z.string(), b: z.array(z.object({ c: z.int() })) }).parse({ a: 'x', b: [{ c: 1 }] })).toEqual({
      a: 'x',
      b: [{ c: 1 }],
    });
    expect(made).not.toHaveBeenCalled();
  } finally {
    vi.unstubAllGlobals();
  }
});
