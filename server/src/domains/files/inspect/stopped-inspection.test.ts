/** Tests an inspection that exceeds its limits, which an endless task simulates. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uploads } from '@fundus/contract/files/uploads';
import { beforeAll, expect, test, vi } from 'vitest';
import type * as childTasks from '../../../testing/child-tasks.ts';
import { districtAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

vi.mock('./inspect.ts', async (original) => {
  const { readInChild } = await import('../../../child-process/run-in-child.ts');
  const limits = { seconds: 1, megabytes: 300 };
  const { spin } = readInChild<typeof childTasks>(new URL('../../../testing/child-tasks.ts', import.meta.url), limits, 'file');
  return { ...(await original<object>()), inspect: () => spin() };
});

const portal = usePortal();
let editor: Caller;
beforeAll(async () => {
  editor = await portal.as(districtAdmin());
});

test('rejects an upload without a retry if its inspection is killed', async () => {
  await portal.store({ identifier: 'ST-1', fn_titel: 'Blatt', fn_typ: '49' });
  const { id } = await editor.call(uploads.startUpload, {
    params: { identifier: 'ST-1' },
    body: { name: 'a.txt', bytes: 1, role: 'material' },
  });
  mkdirSync(portal.portal.uploadDir, { recursive: true });
  writeFileSync(join(portal.portal.uploadDir, id), 'a');
  await editor.call(uploads.finishUpload, { params: { id }, body: {} });
  expect(await portal.jobs.runDue()).toBe(1);
  expect(await editor.call(uploads.upload, { params: { id } })).toMatchObject({
    state: 'refused',
    problem: { code: 'too_large', details: { reason: 'too_slow' } },
  });
  expect(await portal.jobs.runDue()).toBe(0);
});
