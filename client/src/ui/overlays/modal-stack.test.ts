import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');

it('opens modal dialogs in one place only, so that messages are shown above each of them', () => {
  const callers = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing/.test(file) && readFileSync(join(SRC, file), 'utf8').includes('.showModal('),
  );
  expect(callers).toEqual([join('ui', 'overlays', 'modal-stack.ts')]);
});
