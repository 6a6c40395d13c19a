/** Uploads test packages as own material of the demo's teacher, shared with the whole school. */
import { assignments } from '@fundus/contract/assignments/assignments';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { ownMaterial } from '@fundus/contract/own-material/own-material';
import { strToU8, zipSync } from 'fflate';
import type { APIRequestContext, FrameLocator, Page } from 'playwright-core';
import { href } from '@fundus/contract/screens';
import { sendCall } from './class-steps.ts';
import { callsAs } from '../people.ts';
import { text } from '../texts.ts';

export type Files = Record<string, string | Uint8Array>;

export const zipOf = (files: Files): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content])),
    ),
  );

/** Uploads bytes as a file of a medium and waits until the portal has processed them. */
export async function sendFile(request: APIRequestContext, identifier: string, name: string, bytes: Buffer): Promise<Upload> {
  const { id, href } = await sendCall<Upload>(request, uploads.startUpload, { identifier }, { name, bytes: bytes.length, role: 'main' });
  const token = (await request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  await request.fetch(href, {
    method: 'PATCH',
    headers: { 'X-CSRF-Token': token, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  });
  let upload = await sendCall<Upload>(request, uploads.finishUpload, { id }, {});
  for (let i = 0; upload.state === 'checking' && i < 300; i += 1) {
    await new Promise((passed) => setTimeout(passed, 100));
    upload = await sendCall<Upload>(request, uploads.upload, { id });
  }
  return upload;
}

/** Creates a medium with the package and returns its identifier. */
export async function addPackage(portal: string, title: string, files: Files, name = 'paket.zip'): Promise<string> {
  const request = await callsAs(portal, 'teacher');
  const { identifier } = await sendCall<{ identifier: string }>(
    request,
    ownMaterial.create,
    {},
    {
      record: { fn_titel: title, fn_typ: '49' },
      rights: { source: 'own' },
    },
  );
  const { state, problem } = await sendFile(request, identifier, name, zipOf(files));
  if (state !== 'done') throw new Error(`${title}: ${JSON.stringify(problem)}`);
  await sendCall(request, ownMaterial.share, { identifier });
  return identifier;
}

/** Creates an assignment of a class whose only step is the medium. */
export async function assignPackage(
  portal: string,
  classId: string,
  identifier: string,
  more: object = {},
): Promise<{ id: string; stepId: string }> {
  const request = await callsAs(portal, 'teacher');
  const { id, contents } = await sendCall<{ id: string; contents: { id: string }[] }>(
    request,
    assignments.create,
    { id: classId },
    {
      title: 'Paket bearbeiten',
      steps: [{ kind: 'medium', identifier, ...more }],
      publish: true,
    },
  );
  return { id, stepId: contents[0]!.id };
}

export const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe');

/** A PNG of one red pixel. */
export const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

/** Opens a package or exercise on the page of its medium. */
export async function openPackage(page: Page, identifier: string, viewer: 'package' | 'h5p' = 'package'): Promise<void> {
  await page.goto(href('media', { id: identifier }));
  await page.getByRole('button', { name: text(`media.open.${viewer}`) }).click();
}
