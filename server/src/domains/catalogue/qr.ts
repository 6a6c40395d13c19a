/** The address of a medium as a picture: whoever has it on paper comes to it with a phone. */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { href } from '@fundus/contract/screens';
import QRCode from 'qrcode';
import type { Ctx } from '../../http/context.ts';
import { knownRow } from './detail.ts';

const DAY_SECONDS = 86_400;

/** For whoever may know of the medium; the code holds nothing but its public address. */
export async function readQr(ctx: Ctx, identifier: string): Promise<StreamAnswer> {
  await knownRow(ctx, identifier);
  const origin = ctx.publicUrl ?? `http://${ctx.header('host') ?? 'localhost'}`;
  const body = await QRCode.toString(`${origin}${href('media', { id: identifier })}`, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 0,
  });
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': `private, max-age=${DAY_SECONDS}`,
    'x-content-type-options': 'nosniff',
  };
  return { headers, body: Buffer.from(body) };
}
