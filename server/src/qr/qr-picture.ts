import type { StreamAnswer } from '@fundus/contract/endpoint';
import QRCode from 'qrcode';

/** Returns a QR code as SVG without a margin. `seconds` is the cache lifetime in browsers, which is 0 for codes that grant access. */
export async function drawQrPicture(text: string, seconds: number): Promise<StreamAnswer> {
  const body = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 });
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': seconds > 0 ? `private, max-age=${seconds}` : 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { headers, body: Buffer.from(body) };
}
