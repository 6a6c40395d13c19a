import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');

it('calls showModal in one file only', () => {
  const callers = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing/.test(file) && readFileSync(join(SRC, file), 'utf8').includes('.showModal('),
  );
  expect(callers).toEqual([join('ui', 'overlays', 'modal-stack.ts')]);
});
