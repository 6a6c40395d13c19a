/** The address of a medium as a picture: whoever has it on paper comes to it with a phone. */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { href } from '@fundus/contract/screens';
import type { Ctx } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { drawQrPicture } from '../../qr/qr-picture.ts';
import { requireKnownRow } from './detail.ts';

const DAY_SECONDS = 86_400;

/** For whoever may know of the medium; the code holds nothing but its public address. */
export async function readQr(ctx: Ctx, identifier: string): Promise<StreamAnswer> {
  await requireKnownRow(ctx, identifier);
  return drawQrPicture(`${originOf(ctx)}${href('media', { id: identifier })}`, DAY_SECONDS);
}
