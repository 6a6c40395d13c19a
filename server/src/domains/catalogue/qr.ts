/** Returns the address of a medium as a QR code, for printed material. */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { href } from '@fundus/contract/screens';
import type { Ctx } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { drawQrPicture } from '../../qr/qr-picture.ts';
import { requireKnownRow } from './detail.ts';

const DAY_SECONDS = 86_400;

/** Returns a QR code of the public address. Throws the errors of the page if the visitor may not know of the medium. */
export async function readQr(ctx: Ctx, identifier: string): Promise<StreamAnswer> {
  await requireKnownRow(ctx, identifier);
  return drawQrPicture(`${originOf(ctx)}${href('media', { id: identifier })}`, DAY_SECONDS);
}
