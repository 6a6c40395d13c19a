/** Pictures of the demo's models (docs/behaviour/lending.md#pictures). */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { PICTURE_SIZES } from '@fundus/contract/lending/models/pictures';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { DemoContext } from '../../../domain.ts';
import { insertPicture } from '../models/picture-repository.ts';
import { devicePicturePath, SIZES } from '../models/pictures.ts';

/** Pictures by device code prefix. */
export const DemoPictures = z.record(z.string(), z.strictObject({ file: z.string(), alt: z.string() }));
export type DemoPictures = z.output<typeof DemoPictures>;

/** Aspect ratio of the shipped files. They already have their final sizes. */
const FORMAT = 1_280 / 854;

export async function makePicture(
  { db, storage, now }: Pick<DemoContext, 'db' | 'storage' | 'now'>,
  model_id: string,
  picture: DemoPictures[string] | undefined,
): Promise<void> {
  if (!picture) return;
  const id = newId(now);
  for (const size of SIZES)
    await storage.write(
      devicePicturePath(id, size),
      createReadStream(join(import.meta.dirname, 'pictures', `${picture.file}-${size}.webp`)),
    );
  const width = PICTURE_SIZES.large;
  await insertPicture(db, { id, model_id, place: 1, alt: picture.alt, width, height: Math.round(width / FORMAT), added_at: now });
}
